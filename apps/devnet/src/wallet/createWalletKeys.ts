import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hex } from '@scure/base'
import type { WalletKeys } from './walletKeys.js'

/** New keys for two accounts of each chain family. */
export function createWalletKeys(): WalletKeys {
  const evm = (): string => hex.encode(secp256k1.utils.randomSecretKey())
  const solana = (): string => hex.encode(ed25519.utils.randomSecretKey())
  return { eip155: [evm(), evm()], solana: [solana(), solana()], bip122: [evm(), evm()] }
}
