import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { privateKeyToAddress } from 'viem/accounts'
import type { Keys } from './deriveKeys.js'
import { toPrivateKey } from './evm/toPrivateKey.js'

/** Addresses of one wallet: with checksum [EIP-55], and base58. */
export type Accounts = { readonly eip155: `0x${string}`; readonly solana: string }

export function toAccounts(keys: Keys): Accounts {
  return {
    eip155: privateKeyToAddress(toPrivateKey(keys)),
    solana: base58.encode(ed25519.getPublicKey(keys.solana)),
  }
}
