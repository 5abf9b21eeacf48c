import { readField } from '../utils/records.js'
import type { ErrorCode } from './codes.js'

export type LatchkeyErrorOptions = {
  readonly cause?: unknown
  /** What exactly went wrong here: ids, limits, the reply that was refused. */
  readonly details?: string | undefined
  /** Path below the documentation site. */
  readonly docsPath?: string | undefined
  /** Of a transaction: whoever throws this knows that it was not sent, whatever the code. */
  readonly isUnsent?: boolean | undefined
}

/**
 * Base of every fault. Compare `code`, never texts; test with {@link isLatchkeyError}, as two copies of a package on
 * one page break `instanceof`.
 */
export class LatchkeyError extends Error {
  readonly kind = 'LatchkeyError'
  // written by the constructor: as fields they would be written twice
  declare readonly code: ErrorCode
  /** One sentence, from the catalogue of the spec (§8) where it has one. */
  declare readonly shortMessage: string
  declare readonly details: string | undefined
  declare readonly docsPath: string | undefined
  /** See `LatchkeyErrorOptions`; `isUnsent()` asks for it and for the code. */
  declare readonly isUnsent: true | undefined

  constructor(code: ErrorCode, shortMessage: string, options: LatchkeyErrorOptions = {}) {
    const { cause, details, docsPath, isUnsent } = options
    super(
      [shortMessage, details && `Details: ${details}`, docsPath && `Docs: ${docsPath}`].filter(Boolean).join('\n'),
      cause === undefined ? undefined : { cause },
    )
    this.name = 'LatchkeyError'
    this.code = code
    this.shortMessage = shortMessage
    this.details = details
    this.docsPath = docsPath
    if (isUnsent) this.isUnsent = true
  }
}

/** Tells a fault of ours from anything else that was thrown, also across copies of this package. */
export function isLatchkeyError(value: unknown): value is LatchkeyError {
  return typeof value === 'object' && value !== null && readField(value, 'kind') === 'LatchkeyError'
}

/** Cancelled by its caller, by a newer attempt, or by `destroy()`. */
export class AbortedError extends LatchkeyError {
  override readonly name = 'AbortedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('ABORTED', 'The request was cancelled.', options)
  }
}

/** No view has this name, or its feature is switched off. */
export class ViewNotFoundError extends LatchkeyError {
  override readonly name = 'ViewNotFoundError'
  constructor({ view }: { readonly view: string }) {
    super('VIEW_NOT_FOUND', `No view is named "${view}".`)
  }
}
