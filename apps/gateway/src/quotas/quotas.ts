export type QuotaSettings = {
  /** Calls of one address in a minute; 3,000 unless told, 0 for any number. */
  readonly perClient?: number | undefined
  /** Calls of one project in a minute; 60,000 unless told, 0 for any number. */
  readonly perProject?: number | undefined
}

export type Quotas = {
  /** Counts a call. Rejects with 429 where a quota is used up. */
  readonly take: (caller: { readonly client: string; readonly projectId: string }) => Promise<void>
}
