import { swapLimits } from './state.js'

/** The least that a swap may give after the slippage, in atomic units, of what was offered. [S9.5] */
export function toMinimum(toAmount: string): bigint {
  return (BigInt(toAmount) * BigInt(100 - swapLimits.slippage)) / 100n
}
