import { TimedOutError } from '@latchkey/core/plugin'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toWalletFault } from './toWalletFault.js'

for (const [code, name] of [
  [4_001, 'USER_REJECTED'],
  [5_000, 'USER_REJECTED'],
  [5_001, 'USER_REJECTED'],
  [5_002, 'USER_REJECTED'],
  [5_100, 'CHAIN_UNRECOGNIZED'],
  [5_101, 'UNSUPPORTED_METHOD'],
  [4_902, 'CHAIN_UNRECOGNIZED'],
  [4_200, 'UNSUPPORTED_METHOD'],
  [6_000, 'SESSION_NOT_FOUND'],
  [8_000, 'TIMED_OUT'],
  [-32_602, 'INVALID_PARAMS'],
  [-32_000, 'INVALID_INPUT'],
  [5_730, 'UNKNOWN_BUNDLE'],
  [1, 'CONNECTOR_FAILED'],
] as const)
  test(`[S8.57] error: ${name} for the code ${code} of the protocol`, () => {
    const thrown = { code, message: 'User approved everything' }
    expect(toWalletFault(thrown)).toMatchObject({ code: name, cause: thrown })
  })

test('a fault of ours stays as it is', () => {
  const fault = new TimedOutError()
  expect(toWalletFault(fault)).toBe(fault)
})

test('words decide nothing', () => {
  expect(toWalletFault(new Error('User rejected.'))).toMatchObject({ code: 'CONNECTOR_FAILED' })
})

test('no value throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(toWalletFault(value).kind).toBe('LatchkeyError')
    }),
  )
})
