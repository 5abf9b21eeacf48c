export type BitcoinAddressType = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'
export type BitcoinNetworkName = 'mainnet' | 'testnet' | 'signet' | 'regtest'

/** An address as the wallet tells of it. */
export type BitcoinAddress = {
  readonly address: string
  readonly type: BitcoinAddressType
  readonly purpose: 'payment' | 'ordinals'
  /** Hex, 33 bytes. */
  readonly publicKey: string
  /** BIP-32, as if it were derived. */
  readonly path: string
}
