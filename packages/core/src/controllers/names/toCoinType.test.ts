import { expect, test } from 'vitest'
import { toCoinType } from './accountName.js'

test.each([
  ['eip155:1', 60],
  ['eip155:10', 2_147_483_658],
  ['eip155:31337', 2_147_514_985],
] as const)('the coin type of %s is %i', (id, coinType) => {
  expect(toCoinType(id)).toBe(coinType)
})

test.each(['eip155:2147483648', 'eip155:0', 'solana:101', 'eip155:0x1'] as const)(
  'error: CHAIN_NOT_SUPPORTED for %s',
  (id) => {
    expect(() => toCoinType(id)).toThrow(expect.objectContaining({ code: 'CHAIN_NOT_SUPPORTED' }))
  },
)
