import { type ChildProcess, spawn } from 'node:child_process'
import type { wait } from '../../wait.js'

export type RunProgramOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string
  /** Bytes of output. */
  readonly limit: number
  /** Milliseconds until it has to be done. */
  readonly deadline: number
  readonly wait: typeof wait
}

export type ProgramResult = { readonly code: number; readonly output: string }

/**
 * Runs a program, without a shell, on an input, and gives what it wrote and by which code it ended. What it says on stderr goes
 * nowhere, as it may hold what the program was given. Throws where it cannot be started, is killed, writes too much or takes
 * too long; neither it nor what it started goes on then.
 */
export async function runProgram(
  [file, ...args]: readonly [string, ...string[]],
  { env, deadline, wait, ...rest }: RunProgramOptions,
): Promise<ProgramResult> {
  const child = spawn(file, args, {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    // a group of its own, so that what it starts ends with it
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const over = new AbortController()
  const late = wait(deadline, over.signal).then(() => {
    throw new Error(`takes longer than ${deadline / 1_000} seconds`)
  })
  let isOver = false
  child.once('close', () => {
    isOver = true
  })
  try {
    return await Promise.race([collect(child, rest), late])
  } finally {
    over.abort()
    if (!isOver) end(child)
  }
}

function collect(
  child: ChildProcess,
  { input, limit }: Pick<RunProgramOptions, 'input' | 'limit'>,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    child.once('error', (cause: NodeJS.ErrnoException) =>
      reject(new Error(`cannot be started (${cause.code})`, { cause })),
    )
    child.stdout?.on('data', (part: Buffer) => {
      size += part.byteLength
      if (size > limit) reject(new Error(`answers more than ${limit} bytes`))
      else parts.push(part)
    })
    child.once('close', (code, signal) => {
      const output = Buffer.concat(parts)
      if (code === null) reject(new Error(`was ended by ${signal}`))
      else resolve({ code, output: output.toString() })
      for (const part of [...parts, output]) part.fill(0)
    })
    child.stdin?.on('error', () => undefined) // it does not read its input
    child.stdin?.end(input)
  })
}

function end(child: ChildProcess): void {
  child.stdout?.destroy()
  if (child.pid === undefined) return
  try {
    if (process.platform === 'win32') child.kill('SIGKILL')
    else process.kill(-child.pid, 'SIGKILL')
  } catch {
    // it has ended at this moment
  }
}
