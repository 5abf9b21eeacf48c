import { expect, test } from 'vitest'
import { nobody } from '../../test/setUpFeatures.js'
import { toRpcTransaction } from './toRpcTransaction.js'
import type { EvmTransaction } from './types.js'

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('writes what is there, in hex, and nothing else', () => {
  const transaction = { to: to.toLowerCase(), value: 1n, data: '0x00', gas: 21_000n, maxFeePerGas: 2n, nonce: 0 }
  expect(toRpcTransaction(nobody, { ...transaction, maxPriorityFeePerGas: 1n })).toEqual({
    from: nobody.address,
    to,
    value: '0x1',
    data: '0x00',
    gas: '0x5208',
    maxFeePerGas: '0x2',
    maxPriorityFeePerGas: '0x1',
    nonce: '0x0',
  })
  expect(toRpcTransaction(nobody, { to: undefined, data: '0x60' })).toEqual({ from: nobody.address, data: '0x60' })
})

const wrong: readonly EvmTransaction[] = [
  { to: '0x12' },
  { to: '' },
  { to, data: '0x0' },
  { to, value: -1n },
  { to, nonce: 1.5 },
]
for (const transaction of wrong)
  test(`error: INVALID_PARAMS for ${Object.entries(transaction).at(-1)?.join(' ')}`, () => {
    expect(() => toRpcTransaction(nobody, transaction)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
  })
