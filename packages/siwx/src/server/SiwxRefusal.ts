/** Machine-readable error code of a response. */
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
  /** The invalid part of the request. */
  readonly field?: string | undefined
  /** Seconds after which the request can be repeated. */
  readonly retryAfter?: number | undefined
}

/** An error response. The message is for people, and reveals nothing internal. */
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

/** In seconds. */
const retryAfter = 5

/** Waits for another system. If it fails, throws 503: nothing is known then, so nothing is refused for good. */
export async function whileAvailable<value>(what: string, promise: Promise<value>): Promise<value> {
  try {
    return await promise
  } catch (cause) {
    if (cause instanceof SiwxRefusal) throw cause
    throw new SiwxRefusal(`${what} is temporarily unavailable. Retry the same request.`, {
      status: 503,
      code: 'UNAVAILABLE',
      retryAfter,
      cause,
    })
  }
}
