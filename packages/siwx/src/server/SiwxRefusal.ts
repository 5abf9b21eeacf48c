/** What a caller is told, for programs. */
export type SiwxErrorCode =
  | 'BAD_REQUEST'
  | 'BODY_TOO_LARGE'
  | 'NOT_JSON'
  | 'ORIGIN_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'MESSAGE_REFUSED'
  | 'NONCE_REFUSED'
  | 'CHAIN_NOT_SUPPORTED'
  | 'SIGNATURE_REFUSED'
  | 'NOT_SIGNED_IN'
  | 'TOO_MANY_REQUESTS'
  | 'UNAVAILABLE'
  | 'SERVER_ERROR'

export type SiwxRefusalOptions = ErrorOptions & {
  readonly status: number
  readonly code: SiwxErrorCode
  /** What of the request was not good. */
  readonly field?: string | undefined
  /** Seconds after which the same may be sent again. */
  readonly retryAfter?: number | undefined
}

/** An answer other than the one that was asked for; the message is a sentence for people, with nothing of the inside in it. */
export class SiwxRefusal extends Error {
  override readonly name = 'SiwxRefusal'
  readonly status: number
  readonly code: SiwxErrorCode
  readonly field: string | undefined
  readonly retryAfter: number | undefined
  constructor(message: string, { status, code, field, retryAfter, ...options }: SiwxRefusalOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.field = field
    this.retryAfter = retryAfter
  }
}

/** Seconds. */
const retryAfter = 5

/** What another system gives. Where it fails, 503: nothing is known then, and nothing is refused for good. */
export async function whileAvailable<value>(what: string, promise: Promise<value>): Promise<value> {
  try {
    return await promise
  } catch (cause) {
    if (cause instanceof SiwxRefusal) throw cause
    throw new SiwxRefusal(`${what} does not answer now. The same may be sent again.`, {
      status: 503,
      code: 'UNAVAILABLE',
      retryAfter,
      cause,
    })
  }
}
