import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { alice, sol } from '../../testing/accounts.js'
import { parseWalletReply } from './walletEvents.js'

test('keeps accounts, network and approved networks, and nothing else', () => {
  const reply = { accounts: [alice], caipNetworkId: 'eip155:1', approvedCaipNetworkIds: ['eip155:1'] }
  expect(parseWalletReply({ ...reply, provider: () => {} }, 'eip155')).toEqual(reply)
})

test('what is absent stays absent', () => {
  expect(parseWalletReply({ accounts: undefined, caipNetworkId: 'eip155:1' }, 'eip155')).toEqual({
    caipNetworkId: 'eip155:1',
  })
  expect(parseWalletReply({}, 'eip155')).toEqual({})
})

test.each([
  [null],
  [undefined],
  ['0x'],
  [[alice]],
  [{ accounts: null }],
  [{ accounts: [] }],
  [{ accounts: ['0x1'] }],
  [{ accounts: [''] }],
  [{ accounts: [alice, null] }],
  [{ accounts: [sol] }],
  [{ caipNetworkId: 1 }],
  [{ caipNetworkId: '0x1' }],
  [{ caipNetworkId: 'solana:x' }],
  [{ approvedCaipNetworkIds: {} }],
])('%o makes no sense', (reply) => {
  expect(parseWalletReply(reply, 'eip155')).toBeNull()
})

test('whatever a wallet says, the answer is sound or null', () => {
  assert(
    property(anything({ withNullPrototype: true }), anything(), (reply, accounts) => {
      for (const value of [reply, { accounts }, { accounts: [accounts], caipNetworkId: reply }]) {
        const parsed = parseWalletReply(value, 'eip155')
        expect((parsed?.accounts ?? [alice]).every((account) => account.namespace === 'eip155')).toBe(true)
        expect(parsed?.caipNetworkId ?? 'eip155:').toMatch(/^eip155:/)
      }
    }),
  )
})
