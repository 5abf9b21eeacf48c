import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPackages } from '../../../scripts/lib/installPackages.mjs'
import { locateCommand } from '../../../scripts/lib/locateCommand.mjs'
import { run } from '../../../scripts/lib/run.mjs'

/** Timeout of hooks that call {@link provideCommands}, in milliseconds: a slow mirror takes minutes. */
export const installTimeout = 600_000

/** Installs missing commands from Debian's packages. Returns why they aren't available, or undefined. */
export async function provideCommands(commands: Readonly<Record<string, string>>): Promise<string | undefined> {
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` }
  const listMissing = (): readonly string[] =>
    Object.keys(commands).filter((name) => locateCommand([name], env) === undefined)
  if (listMissing().length === 0) return undefined
  const unlock = await lockInstalls()
  try {
    const missing = listMissing()
    if (missing.length > 0) await installPackages([...new Set(missing.map((name) => commands[name] ?? ''))])
    return undefined
  } catch (cause) {
    return `${listMissing().join(', ')} not installed: ${(cause as Error).message}`
  } finally {
    unlock()
  }
}

/** Waits for other test files that install: apt-get fails while another one runs. */
async function lockInstalls(): Promise<() => void> {
  const words = [join(tmpdir(), 'latchkey-install.lock'), 'sh', '-c', 'echo; exec cat']
  const holder = spawn('flock', words, { stdio: ['pipe', 'pipe', 'inherit'] })
  // without flock the system is not Debian, and nothing is installed
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'close')]).catch(() => undefined)
  return () => void holder.stdin.end()
}

export type Podman = {
  /** Runs podman or buildah and returns its output. Rejects with the output if it fails. */
  readonly run: (tool: 'podman' | 'buildah', ...args: string[]) => Promise<string>
  /** Runs podman until it succeeds. Rejects with its last output after `seconds`. */
  readonly poll: (seconds: number, ...args: string[]) => Promise<string>
  readonly close: () => Promise<void>
}

/** Opens podman with separate storage in a folder, so that it neither sees nor leaves anything in the machine's own. */
export async function openPodman(folder: string): Promise<Podman> {
  // if both cgroup versions are mounted, crun can't start containers, so version 2 is hidden from podman alone
  const keeper = spawn(
    'unshare',
    ['--mount', '--propagation', 'private', 'sh', '-c', 'umount /sys/fs/cgroup/unified 2>/dev/null; echo; exec cat'],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  await once(keeper.stdout, 'data')
  const storage = [`--root=${join(folder, 'root')}`, `--runroot=${join(folder, 'run')}`]
  const own = { buildah: storage, podman: [...storage, `--network-config-dir=${join(folder, 'networks')}`] }
  const execute = async (
    tool: 'podman' | 'buildah',
    args: readonly string[],
  ): Promise<{ code: number; output: string }> =>
    run('nsenter', [`--mount=/proc/${keeper.pid}/ns/mnt`, tool, ...own[tool], ...args], {
      capture: true,
      timeout: 500_000,
    })
  return {
    run: async (tool, ...args) => {
      const { code, output } = await execute(tool, args)
      if (code !== 0) throw new Error(`${tool} ${args.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`)
      return output.trim()
    },
    poll: async (seconds, ...args) => {
      const end = performance.now() + seconds * 1_000
      for (;;) {
        const { code, output } = await execute('podman', args)
        if (code === 0) return output.trim()
        if (performance.now() > end) throw new Error(`podman ${args.join(' ')} failed for ${seconds} s:\n${output}`)
        await sleep(250)
      }
    },
    close: async () => {
      const closed = once(keeper, 'close')
      keeper.stdin.end()
      await closed
    },
  }
}

/** Creates a root file system in a folder from programs and folders of this machine, with the required libraries. */
export async function copyPrograms(
  folder: string,
  { programs, folders = [] }: { readonly programs: readonly string[]; readonly folders?: readonly string[] },
): Promise<void> {
  const script = `
    set -eu
    mkdir -p "$0/usr/bin" "$0/usr/sbin" "$0/usr/lib" "$0/usr/lib64" "$0/tmp" "$0/etc" "$0/proc" "$0/dev" "$0/sys" "$0/run"
    chmod 1777 "$0/tmp"
    for name in bin sbin lib lib64; do ln -sfn "usr/$name" "$0/$name"; done
    copy() { mkdir -p "$0/usr$(dirname "\${1#/usr}")"; cp -nL "$1" "$0/usr\${1#/usr}"; }
    libraries() { ldd "$1" 2>/dev/null | grep -o '/[^ ]*[.]so[^ ]*' || true; }
    for path in ${folders.join(' ')}; do
      mkdir -p "$0$(dirname "$path")"
      cp -a "$path" "$0$path"
      find "$path" -type f '(' -perm -u+x -o -name '*.so' ')' | while read -r file; do
        for library in $(libraries "$file"); do copy "$library"; done
      done
    done
    for name in ${programs.join(' ')}; do
      file=$(readlink -f "$(command -v "$name")")
      cp "$file" "$0/usr/bin/$name"
      for library in $(libraries "$file"); do copy "$library"; done
    done`
  const { code, output } = await run('sh', ['-c', script, folder], { capture: true })
  if (code !== 0) throw new Error(`The root file system can't be copied: ${output}`)
}

/** Returns the folder of PostgreSQL's programs on this machine; undefined if there is none. */
export function findPostgres(): string | undefined {
  return [18, 17, 16, 15, 14].map((version) => `/usr/lib/postgresql/${version}`).find((path) => existsSync(path))
}
