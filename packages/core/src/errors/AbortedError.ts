import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** Cancelled by its caller, by a newer attempt, or by `destroy()`. */
export class AbortedError extends LatchkeyError {
  override readonly name = 'AbortedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('ABORTED', 'The request was cancelled.', options)
  }
}
