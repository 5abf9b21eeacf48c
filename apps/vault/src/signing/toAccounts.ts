import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { privateKeyToAddress } from 'viem/accounts'
import type { Keys } from './deriveKeys.js'

/** Addresses of one wallet: with checksum [EIP-55], and base58. */
export type Accounts = { readonly eip155: `0x${string}`; readonly solana: string }

export function toAccounts(keys: Keys): Accounts {
  return {
    eip155: privateKeyToAddress(`0x${Buffer.from(keys.eip155).toString('hex')}`),
    solana: base58.encode(ed25519.getPublicKey(keys.solana)),
  }
}
