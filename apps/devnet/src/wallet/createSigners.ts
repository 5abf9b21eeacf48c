import { createBitcoinSigner } from './bitcoin/createBitcoinSigner.js'
import type { ChainSigner } from './chainSigner.js'
import { createEvmSigner } from './evm/createEvmSigner.js'
import { createSolanaSigner } from './solana/createSolanaSigner.js'
import type { WalletKeys } from './walletKeys.js'
import type { WalletNetworks } from './walletNetworks.js'

export type CreateSignersOptions = {
  readonly keys: WalletKeys
  readonly networks: WalletNetworks
  /** The node of an EVM chain, also of one that was added. */
  readonly getRpcUrl: (chain: string) => string | undefined
}

/** One for each chain family that has a network. */
export function createSigners({ keys, networks, getRpcUrl }: CreateSignersOptions): readonly ChainSigner[] {
  const { solana, bitcoin } = networks
  return [
    createEvmSigner({ keys: keys.eip155, getRpcUrl }),
    ...(solana ? [createSolanaSigner({ keys: keys.solana, network: solana })] : []),
    ...(bitcoin ? [createBitcoinSigner({ keys: keys.bip122, network: bitcoin })] : []),
  ]
}
