import type { CustodyErrorCode } from '../protocol/custody.js'

export type CustodyFaultOptions = ErrorOptions & {
  readonly code: CustodyErrorCode
  /** Seconds. */
  readonly retryAfter?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now?: number | undefined
}

/** What a caller is told: a word for programs and one sentence for people. */
export class CustodyFault extends Error {
  override readonly name = 'CustodyFault'
  readonly code: CustodyErrorCode
  readonly retryAfter: number | undefined
  readonly now: number | undefined
  constructor(message: string, { code, retryAfter, now, ...options }: CustodyFaultOptions) {
    super(message, options)
    this.code = code
    this.retryAfter = retryAfter
    this.now = now
  }
}
