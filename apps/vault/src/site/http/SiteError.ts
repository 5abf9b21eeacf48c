export type SiteErrorOptions = ErrorOptions & {
  readonly status: number
  readonly code: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** An error for callers: an HTTP status, a code for programs and one sentence for people. */
export class SiteError extends Error {
  override readonly name = 'SiteFault'
  readonly status: number
  readonly code: string
  readonly headers: Readonly<Record<string, string>>
  constructor(message: string, { status, code, headers = {}, ...options }: SiteErrorOptions) {
    super(message, options)
    this.status = status
    this.code = code
    this.headers = headers
  }
}
