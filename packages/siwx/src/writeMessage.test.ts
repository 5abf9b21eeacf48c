import { expect, test } from 'vitest'
import { bitcoin, evm, solana } from '../test/messages.js'
import { isUnknownAddress, unknownAddress, writeMessage } from './writeMessage.js'

test('writes the address of a known account', () => {
  expect(writeMessage(evm).toString().split('\n')[1]).toBe(evm.accountAddress)
})

test.each([evm, solana, bitcoin])('writes a placeholder for an unknown account: $chainId', (fields) => {
  const text = writeMessage({ ...fields, accountAddress: unknownAddress }).toString()
  expect(text.replace(unknownAddress, fields.accountAddress)).toBe(writeMessage(fields).toString())
})

test('error: throws SIGN_IN_REFUSED for invalid fields even if the account is unknown', () => {
  expect(() => writeMessage({ ...evm, accountAddress: '', nonce: 'short' })).toThrow(
    expect.objectContaining({ code: 'SIGN_IN_REFUSED', field: 'nonce' }),
  )
  expect(() => writeMessage({ ...evm, accountAddress: '', chainId: 'cosmos:hub' })).toThrow(
    expect.objectContaining({ field: 'chainId' }),
  )
})

test('isUnknownAddress is true for an empty address and the zero address, which cannot sign', () => {
  expect(['', unknownAddress, `0x${'0'.repeat(40)}`].map(isUnknownAddress)).toEqual([true, true, true])
  expect([evm, solana, bitcoin].map(({ accountAddress }) => isUnknownAddress(accountAddress))).toEqual([
    false,
    false,
    false,
  ])
})
