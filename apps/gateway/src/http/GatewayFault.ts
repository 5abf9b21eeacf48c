export type GatewayFaultOptions = ErrorOptions & {
  readonly status: number
  readonly code: string
  /** Seconds after which it may be asked again. */
  readonly retryAfter?: number | undefined
  /** More fields for the reply. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
}

/** What a caller is told: an HTTP status, a word for programs and one sentence for people. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault'
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined
  readonly details: Readonly<Record<string, unknown>> | undefined
  constructor(message: string, { status, code, retryAfter, details, ...options }: GatewayFaultOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.details = details
  }
}
