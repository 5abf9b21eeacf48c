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

type LogOptions = {
  /** Gets errors. */
  readonly onError: (text: string) => void
  /** Gets warnings too, because the client reports only there why a socket did not open. */
  readonly onWarn: (text: string) => void
}

/** Creates the client's logger, which writes nothing to the console. Its level is `error`. [S9.12] */
export function createLog({ onError, onWarn }: LogOptions): Log {
  const error = (...parts: readonly unknown[]): void => {
    const text = toText(parts)
    onError(text)
    onWarn(text)
  }
  const silent = (): void => undefined
  const create = (): Log => ({
    level: 'error',
    // a new object each time, because the client sets a name on it
    child: create,
    trace: silent,
    debug: silent,
    info: silent,
    warn: (...parts) => onWarn(toText(parts)),
    error,
    fatal: error,
  })
  return create()
}

/** Returns a short text of a log entry, without secrets such as pairing codes. */
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
