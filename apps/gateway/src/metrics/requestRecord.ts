/** What is told of a request: nothing of who asked, or about whom. */
export type RequestRecord = {
  readonly method: string
  /** The route, e.g. `/v1/account/{address}/balance`; `none` where there is none. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
}
