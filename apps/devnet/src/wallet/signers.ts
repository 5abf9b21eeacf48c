import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import { createBitcoinSigner } from './bitcoin/signer.js'
import { createEvmSigner } from './evm/signer.js'
import type { ChainSigner, WalletKeys, WalletNetworks } from './signer.js'
import { createSolanaSigner } from './solana/signer.js'

type CreateSignersOptions = {
  readonly keys: WalletKeys
  readonly networks: WalletNetworks
  /** RPC URL of an EVM chain, including added ones. */
  readonly getRpcUrl: (chain: string) => string | undefined
}

/** Creates a signer for each namespace with a network. */
export function createSigners({ keys, networks, getRpcUrl }: CreateSignersOptions): readonly ChainSigner[] {
  const { solana, bitcoin } = networks
  return [
    createEvmSigner({ keys: keys.eip155, getRpcUrl }),
    ...(solana ? [createSolanaSigner({ keys: keys.solana, network: solana })] : []),
    ...(bitcoin ? [createBitcoinSigner({ keys: keys.bip122, network: bitcoin })] : []),
  ]
}

/** Generates keys for two accounts per namespace. */
export function createWalletKeys(): WalletKeys {
  const evm = (): string => hex.encode(secp256k1.utils.randomSecretKey())
  const solana = (): string => hex.encode(ed25519.utils.randomSecretKey())
  return { eip155: [evm(), evm()], solana: [solana(), solana()], bip122: [evm(), evm()] }
}
