import type { ByNamespace, Namespace, Transaction } from '@latchkey/core'
import { isAddress, parseEther } from 'viem'

/** A transfer of the native currency of a chain family, as a form asks for it. */
export type Transfer = {
  readonly to: string
  readonly amount: string
  readonly symbol: string
  readonly toTransaction: (to: string, amount: string) => Transaction
}

export const transfers: ByNamespace<Transfer> = {
  eip155: {
    to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    amount: '0.25',
    symbol: 'ETH',
    toTransaction: (to, amount) => {
      if (!isAddress(to)) throw new Error('The recipient is not an address.')
      return { to, value: parseEther(amount) }
    },
  },
  solana: {
    to: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    amount: '0.25',
    symbol: 'SOL',
    toTransaction: (to, amount) => ({ to, lamports: toUnits(amount, 9) }),
  },
  bip122: {
    to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    amount: '0.25',
    symbol: 'BTC',
    toTransaction: (to, amount) => ({ to, sats: toUnits(amount, 8) }),
  },
}

/** Exact, unlike a multiplication of floats. */
function toUnits(amount: string, decimals: number): bigint {
  const [whole = '', fraction = '', ...rest] = amount.split('.')
  if (rest.length > 0 || !/^\d+$/.test(whole) || !/^\d*$/.test(fraction) || fraction.length > decimals)
    throw new Error(`The amount is no number with up to ${decimals} decimals.`)
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
