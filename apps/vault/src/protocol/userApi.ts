/** `POST /api` of the site to custody: a call of the user API, as it came. */
export type ApiRequest = {
  readonly method: 'GET' | 'POST'
  /** Without `/api/v1`. */
  readonly path: string
  /** Without the question mark. */
  readonly query: string
  readonly body: string
  /** The header. */
  readonly authorization?: string | undefined
  /** The client's address. */
  readonly ip: string
}

/** What the site answers. */
export type ApiReply = {
  readonly status: number
  readonly body: unknown
  /** Seconds. */
  readonly retryAfter?: number | undefined
}
