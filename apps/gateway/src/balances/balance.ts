/** What is held of a token. */
export type Balance = {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Contract or mint; undefined for the native currency. */
  readonly address: string | undefined
  readonly iconUrl: string | undefined
  /** Atomic units. */
  readonly amount: bigint
}

/** A token of ERC-721. */
export type Nft = {
  readonly address: string
  readonly tokenId: bigint
  readonly name: string
  readonly collection: string | undefined
  /** As an image element takes it. */
  readonly imageUrl: string | undefined
}

export type Holdings = { readonly balances: readonly Balance[]; readonly nfts: readonly Nft[] }

export type HoldingsRequest = { readonly address: string; readonly signal: AbortSignal }
