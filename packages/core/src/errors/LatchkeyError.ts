import { readField } from '../utils/records.js'
import type { ErrorCode } from './codes.js'

export type LatchkeyErrorOptions = {
  readonly cause?: unknown
  /** Specifics of this failure: ids, limits, the rejected response. */
  readonly details?: string | undefined
  /** Path on the documentation site. */
  readonly docsPath?: string | undefined
  /** Set if the transaction is known not to have been sent, whatever the code. */
  readonly isUnsent?: boolean | undefined
}

/**
 * Base class of all errors. Compare `code`, never messages. Test with {@link isLatchkeyError}, as `instanceof` fails if
 * a page includes two copies of a package.
 */
export class LatchkeyError extends Error {
  readonly kind = 'LatchkeyError'
  // assigned by the constructor; declared, so that field initializers don't overwrite them
  declare readonly code: ErrorCode
  /** One sentence; the text of the spec (§8) if it defines one. */
  declare readonly shortMessage: string
  declare readonly details: string | undefined
  declare readonly docsPath: string | undefined
  /** See `LatchkeyErrorOptions`. `isUnsent()` checks this and the code. */
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

/** Whether a value is a LatchkeyError, also one of another copy of this package. */
export function isLatchkeyError(value: unknown): value is LatchkeyError {
  return typeof value === 'object' && value !== null && readField(value, 'kind') === 'LatchkeyError'
}

/** The request was canceled by its caller, by a newer attempt or by `destroy()`. */
export class AbortedError extends LatchkeyError {
  override readonly name = 'AbortedError'
  constructor(options?: LatchkeyErrorOptions) {
    super('ABORTED', 'The request was cancelled.', options)
  }
}

/** No view has this name, or its feature is disabled. */
export class ViewNotFoundError extends LatchkeyError {
  override readonly name = 'ViewNotFoundError'
  constructor({ view }: { readonly view: string }) {
    super('VIEW_NOT_FOUND', `No view is named "${view}".`)
  }
}
