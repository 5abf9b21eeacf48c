import type { SolanaSignInInput as StandardInput } from '@solana/wallet-standard-core'
import type { SolanaSignInInput } from './types.js'

/** Without what is undefined: wallets write what is there. */
export function pickGiven(input: SolanaSignInInput): StandardInput {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as StandardInput
}
