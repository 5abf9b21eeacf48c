import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { build } from 'esbuild'
import { packageRoot } from '../node/packageRoot.js'

/** The command line of a process. */
export function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`
  if (existsSync(file)) return readFileSync(file, 'utf8').replaceAll('\0', ' ').trim()
  return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim()
}

/** Reads the first line of a stream, and keeps the stream flowing so that its writer never blocks. */
export function firstLine(stream: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    stream.once('close', () => reject(new Error(`The stream ended with ${JSON.stringify(text)}`)))
  })
}

/** Whether the process is running. Zombies don't count. */
export function isAlive(pid: number): boolean {
  return runningProcesses().some((other) => other.pid === pid)
}

type RunSourceOptions = {
  /** TypeScript to run, with imports relative to `src`. */
  readonly code: string
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Uses a separate process group, so that a signal to it reaches no other process. */
  readonly isAlone?: boolean | undefined
}

/** Runs our sources in a separate Node process, for tests of process exits. */
export async function runSource(options: RunSourceOptions): Promise<ChildProcessByStdio<Writable, Readable, Readable>> {
  const root = packageRoot()
  // inside the package, so that its dependencies resolve; below node_modules, so that nothing else looks there
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'run-'))
  const outfile = join(folder, 'index.mjs')
  await build({
    stdin: { contents: options.code, resolveDir: join(root, 'src'), loader: 'ts' },
    outfile,
    bundle: true,
    packages: 'external',
    // built, because the sources have dependencies that don't resolve from here
    external: ['@latchkey/relay'],
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  const child = spawn(process.execPath, [outfile, ...(options.args ?? [])], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
    detached: options.isAlone === true,
  })
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return child
}

export type RunningProcess = { readonly pid: number; readonly parent: number; readonly name: string }

/** Lists all processes except zombies. Minimal Linux systems have no `ps`, other systems no `/proc`. */
export function runningProcesses(): RunningProcess[] {
  const lines = existsSync('/proc/self/stat') ? fromProc() : fromPs()
  return lines.filter(({ state }) => !state.startsWith('Z'))
}

type Line = RunningProcess & { readonly state: string }

function fromProc(): Line[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // pid (name) state parent …: the name may hold spaces
        const [, name, state, parent] = /\((.*)\) (\S) (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
        return [{ pid: Number(pid), parent: Number(parent), name: String(name), state: String(state) }]
      } catch {
        // exited meanwhile
        return []
      }
    })
}

function fromPs(): Line[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' })
  return table.split('\n').map((line) => {
    const [pid, parent, state = 'Z', name = ''] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), state, name }
  })
}
