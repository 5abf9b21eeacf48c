import { type Address, isAddress } from '@solana/kit'
import { SolanaRpcError } from '../SolanaRpcError.js'

/** Reads a parameter that has to be an account; throws what a node says. */
export function toAddress(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value)) return value
  throw new SolanaRpcError('Invalid param: Invalid')
}
