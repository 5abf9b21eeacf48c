import { LatchkeyError, type LatchkeyErrorOptions } from './LatchkeyError.js'

/** Options that cannot work: lists every wrong one. */
export class InvalidOptionsError extends LatchkeyError {
  override readonly name = 'InvalidOptionsError'
  /** One sentence per wrong option. */
  declare readonly problems: readonly string[]

  constructor({ problems }: { readonly problems: readonly string[] }) {
    super('INVALID_OPTIONS', 'createModal() got options that cannot work:', {
      details: problems.map((problem) => `\n- ${problem}`).join(''),
    })
    this.problems = problems
  }
}

/** The browser refuses storage (private mode, quota, blocked): the visit goes on in memory. */
export class StorageUnavailableError extends LatchkeyError {
  override readonly name = 'StorageUnavailableError'
  constructor(options?: LatchkeyErrorOptions) {
    super('STORAGE_UNAVAILABLE', 'Storage is not available: the connection will not survive a reload.', options)
  }
}
