import { assert, property, record, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectorMeta } from '../../contracts/connector.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnectors, toWalletMatch } from './connectors.js'

const meta = (id: string, name: string, namespace: Namespace, more: Partial<ConnectorMeta> = {}): ConnectorMeta => ({
  id,
  name,
  type: 'ANNOUNCED',
  namespaces: [namespace],
  ...more,
})

const icon = 'data:image/png;base64,AA=='

test('merges a wallet with several namespaces into one MULTI_CHAIN connector', () => {
  const connectors = [
    meta('app.phantom', 'Phantom', 'eip155', { rdns: 'app.phantom' }),
    meta('other', 'Other', 'eip155'),
    meta('solana:phantom', 'Phantom', 'solana', { icon }),
    meta('bitcoin:phantom', 'phantom ', 'bip122', { type: 'INJECTED' }),
  ]
  expect(getConnectors({ connectors })).toEqual([
    {
      id: 'multi:phantom',
      type: 'MULTI_CHAIN',
      name: 'Phantom',
      icon,
      rdns: 'app.phantom',
      namespaces: ['eip155', 'solana', 'bip122'],
      connectorIds: { eip155: 'app.phantom', solana: 'solana:phantom', bip122: 'bitcoin:phantom' },
    },
    meta('other', 'Other', 'eip155'),
  ])
})

test('merges names that differ only in a trailing "Wallet"', () => {
  const connectors = [meta('a', 'Trust Wallet', 'eip155'), meta('b', 'Trust', 'solana')]
  expect(getConnectors({ connectors })).toMatchObject([{ id: 'multi:trust', name: 'Trust Wallet' }])
})

test('keeps two wallets with the same name and namespace apart, and merges only the first', () => {
  const connectors = [meta('a', 'Twin', 'eip155'), meta('b', 'Twin', 'eip155'), meta('c', 'Twin', 'solana')]
  expect(getConnectors({ connectors }).map(({ id }) => id)).toEqual(['multi:twin', 'b'])
})

test('never merges pairing and login connectors', () => {
  const connectors = [
    meta('walletConnect', 'Same', 'eip155', { type: 'WALLET_CONNECT' }),
    meta('auth', 'Same', 'solana', { type: 'AUTH' }),
    meta('x', 'Same', 'bip122'),
  ]
  expect(getConnectors({ connectors })).toEqual(connectors)
})

test('merges forty wallets with three namespaces each into forty, in any order', () => {
  const namespaces = ['eip155', 'solana', 'bip122'] as const
  const connectors = namespaces
    .flatMap((namespace) =>
      Array.from({ length: 40 }, (_, index) => meta(`${namespace}:${index}`, `W${index}`, namespace)),
    )
    .sort((a, b) => a.id.split('').reverse().join('').localeCompare(b.id.split('').reverse().join('')))
  const rows = getConnectors({ connectors })
  expect(rows).toHaveLength(40)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(40)
  expect(rows.every(({ namespaces }) => namespaces.length === 3)).toBe(true)
})

const known = [{ name: 'One Wallet', rdns: 'org.example.one' }, { name: 'Two' }, { rdns: 'org.example.three' }]

test.each([
  ['the same rdns, whatever the name', { name: 'Another', rdns: 'org.example.one' }],
  ['the same name', { name: 'Two' }],
  ['the same name in another case', { name: ' TWO ' }],
  ['the same name followed by "wallet"', { name: 'two wallet' }],
  ['the same name without "wallet"', { name: 'one' }],
  ['the same name in full-width letters', { name: 'Ｔｗｏ' }],
  ['the rdns alone', { rdns: 'org.example.three' }],
])('recognizes a wallet by %s', (_, claim) => {
  expect(toWalletMatch(known)(claim)).toBe(true)
})

test.each([
  ['nothing', {}],
  ['another name', { name: 'Twofold' }],
  ['an rdns with the same prefix', { rdns: 'org.example.one.more' }],
])('does not recognize a wallet by %s', (_, claim) => {
  expect(toWalletMatch(known)(claim)).toBe(false)
  expect(toWalletMatch([])(claim)).toBe(false)
})

test('every wallet matches itself, and nothing matches an empty list', () => {
  assert(
    property(record({ name: string(), rdns: string() }), (wallet) => {
      expect([toWalletMatch([wallet])(wallet), toWalletMatch([])(wallet)]).toEqual([true, false])
    }),
  )
})
