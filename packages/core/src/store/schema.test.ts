import { anything, assert, double, json, property } from 'fast-check'
import { expect, test } from 'vitest'
import { isNamespace, parseCaipNetworkId } from '../utils/caip.js'
import { emptyPersisted, migrate, parsePersisted, persistedVersion } from './schema.js'

const whole = {
  connections: {
    eip155: [
      { connectorId: 'a', address: '0x1', status: 'active' },
      { connectorId: 'c', address: '0x2', status: 'connected' },
      { connectorId: 'd', address: '0x3', status: 'disconnected' },
    ],
    solana: [{ connectorId: 'b', address: 'So1', status: 'active' }],
  },
  networks: { eip155: 'eip155:10' as const },
  activeNamespace: 'solana' as const,
  accountTypes: { eip155: 'eoa' as const },
  disconnectedConnectorIds: ['c'],
  recentConnectorIds: ['a', 'b'],
}

test('parses what it wrote', () => {
  expect(parsePersisted(JSON.parse(JSON.stringify(whole)))).toEqual(whole)
})

test('drops invalid data, a second active connection and duplicates, and keeps the rest', () => {
  const stored = {
    ...whole,
    connections: {
      ...whole.connections,
      TON: { connectorId: 'x', address: 'y' },
      eip155: [
        ...whole.connections.eip155,
        { connectorId: 'a', address: '0x9', status: 'connected' },
        { connectorId: 'e', address: '0x9', status: 'active' },
        { connectorId: 'f', address: '0x9', status: 'asleep' },
        { connectorId: 7, address: '0x9', status: 'connected' },
      ],
      polkadot: { connectorId: 'a', address: 'y' },
      bip122: null,
      cosmos: 'text',
    },
    networks: { eip155: 'solana:1', solana: 'solana:abc', cosmos: 'garbage' },
    activeNamespace: 'TON',
    disconnectedConnectorIds: [1, 'c', null],
    recentConnectorIds: 'a',
    token: 'secret',
  }
  expect(parsePersisted(stored)).toEqual({
    connections: whole.connections,
    networks: { solana: 'solana:abc' },
    activeNamespace: undefined,
    accountTypes: whole.accountTypes,
    disconnectedConnectorIds: ['c'],
    recentConnectorIds: [],
  })
})

test('truncates long lists', () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `id${index}`)
  const { disconnectedConnectorIds, recentConnectorIds } = parsePersisted({
    disconnectedConnectorIds: ids,
    recentConnectorIds: ids,
  })
  expect(disconnectedConnectorIds).toHaveLength(100)
  expect(recentConnectorIds).toEqual(['id0', 'id1'])
})

test('data of this version passes the migrations unchanged', () => {
  expect(migrate(whole, persistedVersion)).toBe(whole)
})

test('drops data of a version that no release wrote', () => {
  for (const version of [0, -1, 0.5]) expect(parsePersisted(migrate(whole, version))).toEqual(emptyPersisted)
})

test('drops data of any lower version number, however low', () => {
  assert(
    property(double({ max: persistedVersion - 0.001, noNaN: true }), (version) => {
      expect(parsePersisted(migrate(whole, version))).toEqual(emptyPersisted)
    }),
  )
})

test('returns ids and addresses only, whatever was stored', () => {
  assert(
    property(anything({ withNullPrototype: true }), json(), (value, text) => {
      for (const data of [
        value,
        JSON.parse(text),
        { connections: value, networks: value, recentConnectorIds: value },
      ]) {
        const parsed = parsePersisted(data)
        expect(Object.keys(parsed.connections).every(isNamespace)).toBe(true)
        expect(Object.values(parsed.networks).every(parseCaipNetworkId)).toBe(true)
        expect([...parsed.disconnectedConnectorIds, ...parsed.recentConnectorIds]).toEqual(
          [...parsed.disconnectedConnectorIds, ...parsed.recentConnectorIds].map(String),
        )
      }
    }),
  )
})
