import { expect, test } from 'vitest'
import type { ConnectorMeta, ConnectorType } from '../../connector.js'
import type { ModalState } from '../../modal.js'
import { createTestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { getWalletRows } from './getWalletRows.js'

const meta = (
  id: string,
  type: ConnectorType,
  namespaces: ConnectorMeta['namespaces'] = ['eip155'],
): ConnectorMeta => ({
  id,
  type,
  name: id,
  namespaces,
})

const all = [
  meta('external', 'EXTERNAL'),
  meta('announced', 'ANNOUNCED'),
  meta('auth', 'AUTH'),
  meta('injected', 'INJECTED'),
  meta('pairing', 'WALLET_CONNECT', ['eip155', 'solana']),
  meta('multi', 'MULTI_CHAIN', ['eip155', 'solana']),
]

function stateWith(overrides: Partial<ModalState>, options: TestModalOptions = {}): ModalState {
  return { ...createTestModal(options).modal.getState(), connectors: all, ...overrides }
}

const idsOf = (rows: ReturnType<typeof getWalletRows>): readonly string[] =>
  rows.map(({ connector, kind }) => `${kind}:${connector.id}`)

test('wallets come block by block in the default order; logins are no wallets', () => {
  expect(idsOf(getWalletRows(stateWith({})))).toEqual([
    'walletConnect:pairing',
    'injected:announced',
    'injected:injected',
    'injected:multi',
    'external:external',
  ])
})

test('wallets used lately are a block of their own, newest first', () => {
  const rows = getWalletRows(stateWith({ recentConnectorIds: ['multi', 'announced', 'auth', 'gone'] }))
  expect(idsOf(rows).slice(0, 3)).toEqual(['walletConnect:pairing', 'recent:multi', 'recent:announced'])
  expect(idsOf(rows)).toHaveLength(5)
})

test('the app sets the order; blocks that it does not name come last', () => {
  const state = stateWith({}, { features: { connectorTypeOrder: ['external', 'injected'] } })
  expect(getWalletRows(state).map(({ kind }) => kind)).toEqual([
    'external',
    'injected',
    'injected',
    'injected',
    'walletConnect',
  ])
})

test('of one namespace only', () => {
  expect(idsOf(getWalletRows(stateWith({}), 'solana'))).toEqual(['walletConnect:pairing', 'injected:multi'])
  expect(getWalletRows(stateWith({}), 'cosmos')).toEqual([])
})

test('ten thousand wallets are sorted at once, each one listed once', () => {
  const connectors = Array.from({ length: 10_000 }, (_, index) => meta(`w${index}`, 'ANNOUNCED'))
  const rows = getWalletRows(stateWith({ connectors, recentConnectorIds: ['w9999'] }))
  expect([rows.length, rows[0]?.connector.id, rows[1]?.connector.id]).toEqual([10_000, 'w9999', 'w0'])
})
