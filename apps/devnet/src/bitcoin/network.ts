/** Configuration of the local Bitcoin network, as plain JSON. */
export type BitcoinNetwork = {
  readonly name: string
  readonly esploraUrl: string
  readonly caipNetworkId: `bip122:${string}`
  readonly nativeCurrency: NativeCurrency
}

/** CAIP-2 of regtest: the first 32 digits of the hash of its first block (BIP-122). */
export const bitcoinCaipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

/** Number of funded development keys. */
export const bitcoinDevAccountCount: number = 3

/** Outputs of each key's payment address (P2WPKH) in satoshis: 10 BTC. */
export const bitcoinPaymentOutputs: readonly number[] = [500_000_000, 300_000_000, 200_000_000]

/** Outputs of each key's ordinal address (P2TR) in satoshis: 1 BTC. */
export const bitcoinOrdinalOutputs: readonly number[] = [60_000_000, 40_000_000]

/** The native currency of a network. */
export type NativeCurrency = { readonly name: string; readonly symbol: string; readonly decimals: number }
