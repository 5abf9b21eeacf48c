export type GatewayFaultOptions = ErrorOptions & { readonly status: number; readonly code: string }

/** What a caller is told: an HTTP status, a word for programs and one sentence for people. */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault'
  readonly status: number
  readonly code: string
  constructor(message: string, { status, code, ...options }: GatewayFaultOptions) {
    super(message, options)
    this.status = status
    this.code = code
  }
}
