import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type SpawnedGateway = {
  /** Empty for a command that serves nothing. */
  readonly url: string
  readonly child: ChildProcess
  /** What it wrote to stderr so far. */
  readonly getWarnings: () => string
  readonly kill: (signal: NodeJS.Signals) => Promise<void>
  /** The exit code of a command. */
  readonly ended: Promise<number | null>
}

/** Runs a bundled gateway, or one of its commands, in a process of its own until it writes its first line or ends. */
export async function spawnGateway(
  file: string,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = [],
): Promise<SpawnedGateway> {
  const child = spawn(process.execPath, [file, ...command], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let warnings = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    warnings += chunk
  })
  const first = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const closed = once(child, 'close').then(([code]) => code as number | null)
  const ended = closed.then((): [string] => {
    if (command.length > 0) return ['{"url":""}']
    throw new Error(`The gateway ended at start: ${warnings}`)
  })
  const [line] = await Promise.race([first, ended])
  ended.catch(() => undefined) // it ends later, as it is told
  const { url = '' } = JSON.parse(line) as { readonly url?: string }
  return {
    url,
    child,
    ended: closed,
    getWarnings: () => warnings,
    kill: async (signal) => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}
