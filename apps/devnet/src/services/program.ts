import { execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { endWithParent, signalChild } from '../node/process.js'

type StartProgramOptions = {
  /** A program that prints a line of JSON with `ready: true` when it is ready. */
  readonly file: string
  readonly env: NodeJS.ProcessEnv
  /** Timeout in milliseconds. Default: 30000. */
  readonly timeoutMs?: number | undefined
}

type RunningProgram = {
  readonly pid: number
  readonly exited: Promise<void>
  /** Sends SIGTERM, and SIGKILL after ten seconds. May be called more than once. */
  readonly stop: () => Promise<void>
}

/** Starts a Node program that ends with this process. Throws its output if it does not become ready. */
export async function startProgram({ file, env, timeoutMs = 30_000 }: StartProgramOptions): Promise<RunningProgram> {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C reaches the whole process group, but the starter stops programs in order
    detached: true,
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-4_000)
    process.stderr.write(chunk)
  })
  child.once('error', (cause) => {
    said += cause.message
  })
  const exited = endWithParent(child)
  const stop = async (): Promise<void> => {
    const timer = setTimeout(() => signalChild(child, 'SIGKILL'), 10_000)
    signalChild(child, 'SIGTERM')
    await exited
    clearTimeout(timer)
  }
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`it was not ready within ${timeoutMs} ms`), timeoutMs)
  })
  const line = new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve))
  const first = await Promise.race([line, late, exited.then(() => 'it ended at once')])
  clearTimeout(timer)
  if (isReady(first)) return { pid: child.pid ?? 0, exited, stop }
  await stop()
  throw new Error(said.trim() || first)
}

function isReady(line: string): boolean {
  try {
    return (JSON.parse(line) as { readonly ready?: unknown }).ready === true
  } catch {
    return false
  }
}

type RunProgramOptions = Required<Pick<StartProgramOptions, 'file' | 'env'>> & { readonly args: readonly string[] }

/** Runs a command of a program that prints a line of JSON, and returns it. Rejects with its message if it fails. */
export async function runProgram({ file, args, env }: RunProgramOptions): Promise<unknown> {
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [file, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    timeout: 30_000,
  }).catch((cause: Error & { readonly stderr?: string }) => {
    throw new Error(cause.stderr?.trim() || cause.message, { cause })
  })
  return JSON.parse(stdout)
}
