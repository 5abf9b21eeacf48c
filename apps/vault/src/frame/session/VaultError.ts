import type { CallFault } from '../../protocol/statement.js'

/** What the vault answered, or that it did not. */
export class VaultError extends Error {
  override readonly name = 'VaultError'
  readonly code: string
  readonly retryAfter: number | undefined
  /** The vault's clock, with STALE_STATEMENT. */
  readonly now: number | undefined
  constructor({ code, message, retryAfter, now }: CallFault, options: ErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.retryAfter = retryAfter
    this.now = now
  }
}
