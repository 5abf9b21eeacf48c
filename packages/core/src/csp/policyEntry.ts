/** One source of one directive. */
export type PolicyEntry = {
  /** As `connect-src`. */
  readonly directive: string
  /** As `https://rpc.example.org` or `'self'`. */
  readonly source: string
  /** What would not work without it, or what it refuses. */
  readonly reason: string
}

export type ContentSecurityPolicy = {
  /** In the order in which they stand in the header. */
  readonly entries: readonly PolicyEntry[]
  /** For `Content-Security-Policy`. */
  readonly header: string
}
