import { spawn } from 'node:child_process'
import type { SystemAccount } from './systemAccount.js'

export type PostgresWorld = {
  /** Path of a program by its name, e.g. `initdb`. */
  readonly toPath: (name: string) => string
  readonly account: SystemAccount
  /** A folder that the account can enter. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** What is committed is written through to the disk. */
  readonly isDurable: boolean
}

/** Runs a program of PostgreSQL to its end with the text as its input. Throws what it said where it fails or lasts too long. */
export function runProgram(
  world: PostgresWorld,
  { name, args, input = '' }: { readonly name: string; readonly args: readonly string[]; readonly input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(world.toPath(name), args, {
      ...world.account,
      cwd: world.folder,
      env: world.env,
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        said = (said + chunk).slice(-4_000)
      })
    child.once('error', (cause) => reject(new Error(`${name} could not be started: ${cause.message}`, { cause })))
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${name} failed: ${said.trim() || 'it said nothing'}`)),
    )
    child.stdin.on('error', () => undefined) // it has ended, which is told above
    child.stdin.end(input)
  })
}
