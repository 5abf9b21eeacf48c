import { describe, expect, it } from 'vitest'
import { toTokenAmount } from './accounts.js'

describe('toTokenAmount', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [1_500_000n, 6, '1.5'],
    [42n, 0, '42'],
    [100n, 2, '1'],
    [18_446_744_073_709_551_615n, 9, '18446744073.709551615'],
  ])('formats %s with %s decimals exactly as %s', (amount, decimals, uiAmountString) => {
    expect(toTokenAmount(amount, decimals)).toEqual({
      amount: String(amount),
      decimals,
      uiAmountString,
      uiAmount: Number(uiAmountString),
    })
  })
})
