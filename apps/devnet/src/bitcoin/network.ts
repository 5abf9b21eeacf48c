/** Where the local Bitcoin network is and what it is called; plain data. */
export type BitcoinNetwork = {
  readonly name: string
  readonly esploraUrl: string
  readonly caipNetworkId: `bip122:${string}`
  readonly nativeCurrency: NativeCurrency
}

/** CAIP-2 of regtest: the first 32 digits of the hash of its first block (BIP-122). */
export const bitcoinCaipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** How many development keys own coins. */
export const bitcoinDevAccountCount: number = 3

/** What the payment address (P2WPKH) of each development key owns: 10 BTC in three outputs, in satoshis. */
export const bitcoinPaymentOutputs: readonly number[] = [500_000_000, 300_000_000, 200_000_000]

/** What the ordinal address (P2TR) of each development key owns: 1 BTC in two outputs, in satoshis. */
export const bitcoinOrdinalOutputs: readonly number[] = [60_000_000, 40_000_000]

/** The coin that a network's fees are paid in. */
export type NativeCurrency = { readonly name: string; readonly symbol: string; readonly decimals: number }
