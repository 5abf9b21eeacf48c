import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type wait, wait as waitFor } from '../../../clock/clock.js'
import { assertKept, type KekBackend, ReadOnlyKekError } from './kekBackend.js'

type RunProgramOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: string
  /** Bytes of output. */
  readonly limit: number
  /** Milliseconds until it has to be done. */
  readonly deadline: number
  readonly wait: typeof wait
}

type ProgramResult = { readonly code: number; readonly output: string }

/**
 * Runs a program, without a shell, on an input, and gives what it wrote and by which code it ended. What it says on stderr goes
 * nowhere, as it may hold what the program was given. Throws where it cannot be started, is killed, writes too much or takes
 * too long; neither it nor what it started goes on then.
 */
async function runProgram(
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

export type OpenKekProgramOptions = {
  /** A program and its arguments. No shell reads them. */
  readonly command: readonly [string, ...string[]]
  /** All that it gets of an environment. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** For tests: milliseconds that pass otherwise than by a clock. */
  readonly wait?: typeof waitFor | undefined
}

/** Milliseconds for one answer; between two looks, as each is a process and maybe a call that is paid for; and bytes. */
const programLimits = { deadline: 10_000, look: 20_000, bytes: 4_096 } as const

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
 * The key behind a program of the operator's own: one that asks a key management service, a security module or a store of secrets. For
 * each question it is run anew, with one JSON object as its input:
 * - `{ "v": 1, "do": "read" }` → `{ "keys": ["64 hex digits", …] }`, the oldest first; none where there is none yet;
 * - `{ "v": 1, "do": "create", "keys": ["…"] }` → `{ "done": true }`, with what is kept unchanged where a key is there by now;
 * - `{ "v": 1, "do": "replace", "keys": ["…", …] }` → `{ "done": true }`, once these are kept, all at once, in place of the others.
 *
 * To the last two it may say `{ "readOnly": true }`, to each `{ "error": "why" }`. Whatever else it does counts as a failure: what
 * was asked for has not happened then. What it says that it wrote is read again before it counts.
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
    // nothing of it is told: it may be a key that is written otherwise
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
    look: programLimits.look,
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
      if (!keks) throw new Error(`${place} does not hold what was written to it.`)
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

/** One line, without what may be a key. */
function toReason(text: string): string {
  return text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/[\w+/=-]{24,}/g, '…')
    .trim()
    .slice(0, 200)
}
