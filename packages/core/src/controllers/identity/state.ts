/** What an address is called, once that has been asked. */
export type IdentityState = {
  readonly address: string
  readonly name?: string | undefined
  /** URL, for image elements only. */
  readonly image?: string | undefined
}

export const identityLimits = {
  /** Milliseconds that a name and a picture are kept. [S9.2] */
  cache: 300_000,
  /** Addresses that are kept between visits. */
  stored: 20,
} as const
