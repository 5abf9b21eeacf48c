import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { wait as waitFor } from '../../../clock/clock.js'
import { assertKept, type KekBackend, ReadOnlyKekError } from './kekBackend.js'

type RunProgramOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string
  /** Max bytes of output. */
  readonly limit: number
  /** Timeout in milliseconds. */
  readonly deadline: number
  readonly wait: typeof waitFor
}

type ProgramResult = { readonly code: number; readonly output: string }

/**
 * Runs a program without a shell, and returns its output and exit code. Discards stderr, as it may quote the input. Throws if it can't be
 * started, is killed, writes too much or takes too long; then it is killed with its children.
 */
export async function runProgram(
  [file, ...args]: readonly [string, ...string[]],
  { env, deadline, wait, ...rest }: RunProgramOptions,
): Promise<ProgramResult> {
  const child = spawn(file, args, {
    env: { ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    // its own process group, so that its children are killed with it
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
      if (size > limit) reject(new Error(`returned more than ${limit} bytes`))
      else parts.push(part)
    })
    child.once('close', (code, signal) => {
      const output = Buffer.concat(parts)
      if (code === null) reject(new Error(`was ended by ${signal}`))
      else resolve({ code, output: output.toString() })
      for (const part of [...parts, output]) part.fill(0)
    })
    child.stdin?.on('error', () => undefined) // it doesn't read its input
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
    // it has just exited
  }
}

export type OpenKekProgramOptions = {
  /** A program and its arguments, run without a shell. */
  readonly command: readonly [string, ...string[]]
  /** The program's whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** For tests: replaces the timer. */
  readonly wait?: typeof waitFor | undefined
}

/** Milliseconds per run and between polls (each is a process and maybe a paid API call), and max bytes of output. */
const programLimits = { deadline: 10_000, pollInterval: 20_000, bytes: 4_096 } as const

const protocol = 1

type KekCommand = { readonly do: 'read' } | { readonly do: 'create' | 'replace'; readonly keys: readonly string[] }

const keys = z
  .array(
    z
      .string()
      .regex(/^[0-9a-f]{64}$/i)
      .transform((hex) => Buffer.from(hex, 'hex')),
  )
  .max(2)

const kept = z.strictObject({ keys })

const written = z.union([z.strictObject({ done: z.literal(true) }), z.strictObject({ readOnly: z.literal(true) })])

const failed = z.strictObject({ error: z.string() })

/**
 * A key behind the operator's own program, which asks a key management service, a hardware security module or a secret store. It is run for
 * each request, with one JSON object as its input:
 * - `{ "v": 1, "do": "read" }` → `{ "keys": ["64 hex digits", …] }`, oldest first; empty if there is none yet;
 * - `{ "v": 1, "do": "create", "keys": ["…"] }` → `{ "done": true }`, leaving an existing key unchanged;
 * - `{ "v": 1, "do": "replace", "keys": ["…", …] }` → `{ "done": true }`, once these have replaced the others, atomically.
 *
 * It may respond to the last two with `{ "readOnly": true }`, and to each with `{ "error": "why" }`. Anything else
 * counts as a failure, after which the request has had no effect. Writes are read back before they count.
 */
export function openKekProgram({ command, env, wait = waitFor }: OpenKekProgramOptions): KekBackend {
  const place = `the key program ${command[0]}`

  async function ask<answer>(question: KekCommand, schema: z.ZodType<answer>): Promise<answer> {
    const fail = (why: string): Error => new Error(`The key program ${command[0]} ${why}.`)
    const input = JSON.stringify({ v: protocol, ...question })
    const options = { env, input, limit: programLimits.bytes, deadline: programLimits.deadline, wait }
    const { code, output } = await runProgram(command, options).catch((cause: Error) => {
      throw fail(cause.message)
    })
    const reply = parse(output)
    const { data } = failed.safeParse(reply)
    if (data) throw fail(`says: ${toReason(data.error)}`)
    if (code !== 0) throw fail(`ended with ${code}`)
    const { success, data: answer } = schema.safeParse(reply)
    // its output isn't quoted, as it may contain a key
    if (!success) throw fail(`does not answer "${question.do}" as it should`)
    return answer
  }

  async function read(): Promise<readonly Buffer[] | undefined> {
    const { keys: keks } = await ask({ do: 'read' }, kept)
    return keks.length > 0 ? keks : undefined
  }

  async function write(name: 'create' | 'replace', keks: readonly Uint8Array[]): Promise<void> {
    const hex = keks.map((kek) => Buffer.from(kek).toString('hex'))
    const answer = await ask({ do: name, keys: hex }, written)
    if ('readOnly' in answer) throw new ReadOnlyKekError(place)
  }

  return {
    place,
    pollInterval: programLimits.pollInterval,
    read,
    async readVersion() {
      const hash = createHash('sha256')
      for (const kek of (await read()) ?? []) {
        hash.update(kek)
        kek.fill(0)
      }
      return hash.digest('hex')
    },
    async create(kek) {
      await write('create', [kek])
      const keks = await read()
      if (!keks) throw new Error(`${place} does not contain the key that was written to it.`)
      return keks
    },
    async replace(keks) {
      await write('replace', keks)
      await assertKept({ place, read }, keks)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One line, with anything that may be a key removed. */
function toReason(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/[\w+/=-]{24,}/g, '…')
    .trim()
    .slice(0, 200)
}
