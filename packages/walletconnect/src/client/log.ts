import { isRecord } from '@latchkey/core'

/** The methods of a logger that WalletConnect's client uses. */
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
  /** The logged errors, oldest first, at most one megabyte. [S9.12] */
  getEntries(): readonly string[]
}

/** Characters to keep. [S9.12] */
const maxSize = 1_048_576

/**
 * Keeps the client's errors and writes nothing to the console. `onWarn` gets warnings too, because the client reports only
 * there why a socket did not open.
 */
export function createLog(onWarn: (text: string) => void): KeptLog {
  const entries: string[] = []
  let size = 0

  const keep = (...parts: readonly unknown[]): void => {
    const text = toText(parts)
    entries.push(text)
    // empty entries count too
    size += text.length + 1
    while (size > maxSize) size -= (entries.shift()?.length ?? 0) + 1
    onWarn(text)
  }
  const silent = (): void => undefined
  const create = (): KeptLog => ({
    level: 'error',
    // a new object each time, because the client sets a name on it
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

/** Short text of what was logged, without secrets such as pairing codes. */
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
