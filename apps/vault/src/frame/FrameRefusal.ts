import type { FrameFault } from '@latchkey/embedded-wallet/protocol'

export type FrameRefusalOptions = ErrorOptions & {
  /** Of EIP-1193 or JSON-RPC, e.g. 4001 where the visitor declined. */
  readonly code?: number | undefined
  /** Seconds. */
  readonly retryAfter?: number | undefined
  readonly reason?: FrameFault['reason']
}

/** Why the frame does not do what the app asked; the app is told all of it. */
export class FrameRefusal extends Error {
  override readonly name = 'FrameRefusal'
  readonly code: number | undefined
  readonly retryAfter: number | undefined
  readonly reason: FrameFault['reason']
  constructor(message: string, { code, retryAfter, reason, ...options }: FrameRefusalOptions = {}) {
    super(message, options)
    this.code = code
    this.retryAfter = retryAfter
    this.reason = reason
  }
}
