import { isLatchkeyError } from '../errors/LatchkeyError.js'

/** Lines about failures that didn't stop the work, of one modal and its plugins. Kept in memory. [S9.12] */
export type Log = {
  add(text: string): void
  /** Oldest first, each with its time. */
  getLines(): readonly string[]
}

/** Characters to keep; the oldest lines are dropped. [S9.12] */
const maxSize = 1_048_576

/** Characters to keep of one line. */
const maxLength = 2_000

/** Creates an empty log. `now` returns milliseconds since the epoch. */
export function createLog(now: () => number): Log {
  const lines: string[] = []
  let size = 0
  return {
    add(text) {
      const line = `${new Date(now()).toISOString()} ${text.slice(0, maxLength)}`
      lines.push(line)
      size += line.length
      while (size > maxSize) size -= lines.shift()?.length ?? 0
    },
    getLines: () => [...lines],
  }
}

/** Returns a failure as a text for the log: its code or name, its message, and the message of its cause. */
export function toLogText(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause === 'string' ? cause : `A thrown ${typeof cause}`
  return `${isLatchkeyError(cause) ? cause.code : cause.name}: ${toMessage(cause)}`
}

/** Returns the message of an error, followed by that of its cause. */
export function toMessage(error: Error): string {
  return error.cause instanceof Error ? `${error.message}\nCause: ${error.cause.message}` : error.message
}
