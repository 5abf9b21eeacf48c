import { spawnSync } from 'node:child_process'
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningPostgres, startPostgres } from '@latchkey/devnet'

export type PowerCut = {
  /** Runs with `synchronous_commit = off`: acknowledged transactions are lost unless they override it. */
  readonly server: RunningPostgres
  /**
   * Simulates the power cut: from now on nothing is written to disk or acknowledged, and everything that wasn't synced
   * is lost. Starts a server with the contents of the disk.
   */
  readonly cut: () => Promise<RunningPostgres>
  /** A folder for files that must outlive the server, such as the key-encryption key. */
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Whether this machine can simulate a power cut: it must run Linux and have a C compiler. */
export function hasCompiler(): boolean {
  return process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0
}

/** Starts a PostgreSQL whose disk only contains synced data. */
export async function startPowerCut(): Promise<PowerCut> {
  const root = await mkdtemp(join(tmpdir(), 'latchkey-power-'))
  await chmod(root, 0o755)
  const [library, off] = [join(root, 'unsynced.so'), join(root, 'off')]
  const source = join(import.meta.dirname, 'unsynced.c')
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { encoding: 'utf8' })
  if (compiled.status !== 0) throw new Error(`The disk could not be compiled: ${compiled.stderr}`)
  const databases = ['vault']
  const first = await startPostgres({ folder: join(root, 'server'), databases })
  await first.stop()
  // a stopped server has synced everything
  const disk = join(root, 'disk')
  spawnSync('cp', ['-a', first.folder, disk])
  await cp(join(first.folder, 'passwords.json'), join(disk, 'passwords.json'))
  const server = await startPostgres({
    folder: first.folder,
    databases,
    settings: { synchronous_commit: 'off', wal_writer_delay: '10s' },
    env: {
      LD_PRELOAD: library,
      UNSYNCED_OFF: off,
      UNSYNCED_DATA: join(first.folder, 'data'),
      UNSYNCED_DISK: join(disk, 'data'),
    },
  })
  let next: RunningPostgres | undefined
  return {
    folder: root,
    server,
    cut: async () => {
      await writeFile(off, '')
      for (const pid of [server.pid, ...(await findChildren(server.pid))]) kill(pid)
      await server.exited
      await rm(join(disk, 'data', 'postmaster.pid'), { force: true })
      next = await startPostgres({ folder: disk, databases })
      return next
    },
    remove: async () => {
      await next?.stop()
      await server.stop()
      await rm(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has exited with its connection
  }
}

/** Returns the ids of the server's processes, each of which has a separate process group. */
async function findChildren(parent: number): Promise<readonly number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))) // exited
  return stats.flatMap((stat) => {
    const [, pid, ppid] = /^(\d+) \(.*\) \S (\d+)/s.exec(stat) ?? []
    return Number(ppid) === parent ? [Number(pid)] : []
  })
}
