export type LoggedRequest = {
  readonly method: string
  readonly params: unknown
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly outcome: 'pending' | 'answered' | 'refused'
  /** What the site got: a reply or a thrown value, according to the outcome. */
  readonly value?: unknown
}
