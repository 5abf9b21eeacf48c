import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type SpawnedCustody = {
  readonly address: string
  /** Returns its output so far, from stdout and stderr. */
  readonly getOutput: () => string
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  readonly exited: Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** Runs a bundled custody in a separate process until it is ready. Rejects with its output if it exits before. */
export async function spawnCustody(file: string, env: Environment): Promise<SpawnedCustody> {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], DRAIN_SECONDS: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const note = (chunk: string): void => {
    output += chunk
  }
  child.stderr.setEncoding('utf8').on('data', note)
  child.stdout.setEncoding('utf8').on('data', note)
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const exited = once(child, 'close').then(() => undefined)
  const ended = exited.then(() => {
    throw new Error(`Custody ended at start: ${output}`)
  })
  const [line] = await Promise.race([first, ended])
  ended.catch(() => undefined) // also rejects when the process is stopped
  const { address } = JSON.parse(line) as { readonly address: string }
  return {
    address,
    getOutput: () => output,
    exited,
    kill: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}

/** Runs a command of a bundled custody until it exits. */
export async function runCustody(
  file: string,
  {
    words,
    env,
    input = '',
    signal,
  }: {
    readonly words: readonly string[]
    readonly env: Environment
    readonly input?: string | undefined
    /** Kills it with SIGKILL. */
    readonly signal?: AbortSignal | undefined
  },
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  const child = spawn(process.execPath, [file, ...words], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined) // the command may not read its input
  child.stdin.end(input)
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    err += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}
