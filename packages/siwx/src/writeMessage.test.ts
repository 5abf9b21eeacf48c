import { expect, test } from 'vitest'
import { bitcoin, evm, solana } from '../test/messages.js'
import { isUnknownAddress, unknownAddress, writeMessage } from './writeMessage.js'

test('writes the message of a known account as it is', () => {
  expect(writeMessage(evm).toString().split('\n')[1]).toBe(evm.accountAddress)
})

test.each([evm, solana, bitcoin])('leaves a mark for an unknown account: $chainId', (fields) => {
  const text = writeMessage({ ...fields, accountAddress: unknownAddress }).toString()
  expect(text.replace(unknownAddress, fields.accountAddress)).toBe(writeMessage(fields).toString())
})

test('an unknown account needs a good message all the same', () => {
  expect(() => writeMessage({ ...evm, accountAddress: '', nonce: 'short' })).toThrow(
    expect.objectContaining({ code: 'SIGN_IN_REFUSED', field: 'nonce' }),
  )
  expect(() => writeMessage({ ...evm, accountAddress: '', chainId: 'cosmos:hub' })).toThrow(
    expect.objectContaining({ field: 'chainId' }),
  )
})

test('nobody can sign for the zero address: it stands for an account that is not known yet', () => {
  expect(['', unknownAddress, `0x${'0'.repeat(40)}`].map(isUnknownAddress)).toEqual([true, true, true])
  expect([evm, solana, bitcoin].map(({ accountAddress }) => isUnknownAddress(accountAddress))).toEqual([
    false,
    false,
    false,
  ])
})
