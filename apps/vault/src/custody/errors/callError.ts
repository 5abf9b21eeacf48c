import { isDatabaseUnavailable } from '@latchkey/server-kit/database'
import type { CustodyError, CustodyErrorCode } from '../../protocol/custody.js'
import type { FactorKind } from '../../protocol/factor.js'
import { type InvalidRequestCode, InvalidRequestError } from '../../signing/InvalidRequestError.js'
import { UnknownKeyError } from '../crypto/seal.js'

type CallErrorOptions = ErrorOptions & {
  readonly code: CustodyErrorCode
  /** Seconds. */
  readonly retryAfter?: number | undefined
  /** Milliseconds since the epoch. */
  readonly now?: number | undefined
  /** It is about the user's second factor: the kinds that they have. */
  readonly factors?: readonly FactorKind[] | undefined
}

/** An error for callers: a code for programs and one sentence for people. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly code: CustodyErrorCode
  readonly retryAfter: number | undefined
  readonly now: number | undefined
  readonly factors: readonly FactorKind[] | undefined
  constructor(message: string, { code, retryAfter, now, factors, ...options }: CallErrorOptions) {
    super(message, options)
    this.code = code
    this.retryAfter = retryAfter
    this.now = now
    this.factors = factors
  }
}

/** Seconds. */
const unavailableRetry = 5

/** Converts an error to a reply, without internal details. */
export function toErrorReply(cause: unknown): CustodyError {
  if (cause instanceof CallError) {
    const { code, message, retryAfter, now, factors } = cause
    return {
      code,
      message,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(now !== undefined && { now }),
      ...(factors && { factors }),
    }
  }
  if (isDatabaseUnavailable(cause) || cause instanceof UnknownKeyError)
    return {
      code: 'UNAVAILABLE',
      message: 'The wallet service can’t be reached right now.',
      retryAfter: unavailableRetry,
    }
  return { code: 'INTERNAL', message: 'Something broke in the wallet service.' }
}

const invalidRequestCodes: { readonly [code in InvalidRequestCode]: CustodyErrorCode } = {
  [-32602]: 'INVALID_PARAMS',
  4200: 'NOT_ALLOWED',
  5700: 'UNSUPPORTED_CAPABILITY',
  5710: 'UNSUPPORTED_CHAIN',
  5740: 'BUNDLE_TOO_LARGE',
  5760: 'NOT_ATOMIC',
}

/** Runs code that parses a request, and reports its errors to the caller. */
export function readingRequest<result>(read: () => result): result {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof InvalidRequestError)) throw cause
    throw new CallError(cause.message, { code: invalidRequestCodes[cause.code], cause })
  }
}
