import { assert, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import { toWalletMatch } from './connectors.js'

const known = [{ name: 'One Wallet', rdns: 'org.example.one' }, { name: 'Two' }, { rdns: 'org.example.three' }]

test.each([
  ['the same rdns, whatever the name', { name: 'Another', rdns: 'org.example.one' }],
  ['the same name', { name: 'Two' }],
  ['the same name in other letters', { name: ' TWO ' }],
  ['the same name with the word behind it', { name: 'two wallet' }],
  ['the same name without that word', { name: 'one' }],
  ['the same name in full-width letters', { name: 'Ｔｗｏ' }],
  ['the rdns alone', { rdns: 'org.example.three' }],
])('knows a wallet by %s', (_, claim) => {
  expect(toWalletMatch(known)(claim)).toBe(true)
})

test.each([
  ['nothing', {}],
  ['another name', { name: 'Twofold' }],
  ['an rdns that begins alike', { rdns: 'org.example.one.more' }],
])('takes no wallet for known by %s', (_, claim) => {
  expect(toWalletMatch(known)(claim)).toBe(false)
  expect(toWalletMatch([])(claim)).toBe(false)
})

test('every wallet is itself, and none is known where none is', () => {
  assert(
    property(record({ name: string(), rdns: string() }), (wallet) => {
      expect([toWalletMatch([wallet])(wallet), toWalletMatch([])(wallet)]).toEqual([true, false])
    }),
  )
})
