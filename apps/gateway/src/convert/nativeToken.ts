import type { Address } from 'viem'

/** Stand for the native currency where the address of a token is asked for. */
const evm: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const solana = 'So11111111111111111111111111111111111111111'

export const nativeToken: Address = evm

export function isNativeToken(address: string): boolean {
  return address === solana || address.toLowerCase() === evm
}
