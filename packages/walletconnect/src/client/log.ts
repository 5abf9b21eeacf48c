import { isRecord } from '@latchkey/core'

/** What of a logger the protocol's client uses. */
export type Log = {
  readonly level: string
  child(bindings: object): Log
  readonly trace: () => void
  readonly debug: () => void
  readonly info: () => void
  readonly warn: (...parts: readonly unknown[]) => void
  readonly error: (...parts: readonly unknown[]) => void
  readonly fatal: (...parts: readonly unknown[]) => void
}

export type KeptLog = Log & {
  /** What was logged as an error, oldest first, one megabyte at most. [S9.12] */
  getEntries(): readonly string[]
}

/** Characters that are kept. [S9.12] */
const maxSize = 1_048_576

/**
 * Keeps what the client logs, from the level `error` on, and writes nothing to the console: what matters is thrown.
 * `onWarn` hears of warnings too, as the client tells in them alone why a socket did not open.
 */
export function createLog(onWarn: (text: string) => void): KeptLog {
  const entries: string[] = []
  let size = 0

  const keep = (...parts: readonly unknown[]): void => {
    const text = toText(parts)
    entries.push(text)
    // an entry weighs something though it has no words
    size += text.length + 1
    while (size > maxSize) size -= (entries.shift()?.length ?? 0) + 1
    onWarn(text)
  }
  const silent = (): void => undefined
  const create = (): KeptLog => ({
    level: 'error',
    // each its own object, as the client writes a name of its own on it
    child: create,
    trace: silent,
    debug: silent,
    info: silent,
    warn: (...parts) => onWarn(toText(parts)),
    error: keep,
    fatal: keep,
    getEntries: () => [...entries],
  })
  return create()
}

/** Short, and without what an error may carry along: a code to pair with is nobody else's. */
function toText(parts: readonly unknown[]): string {
  const texts = parts.map((part) => {
    if (typeof part === 'string') return part
    const message = isRecord(part) ? part['message'] : undefined
    return typeof message === 'string' ? message : ''
  })
  const text = texts.filter(Boolean).join(' ')
  return text
    .replace(/wc:[^\s"']*/g, 'wc:…')
    .replace(/auth=[^&\s"']*/g, 'auth=…')
    .slice(0, 2_000)
}
