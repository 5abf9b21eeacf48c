import { expect, test } from 'vitest'
import type { ConnectorMeta } from '../../contracts/connector.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnectors } from './connectors.js'

const meta = (id: string, name: string, namespace: Namespace, more: Partial<ConnectorMeta> = {}): ConnectorMeta => ({
  id,
  name,
  type: 'ANNOUNCED',
  namespaces: [namespace],
  ...more,
})
const icon = 'data:image/png;base64,AA=='

test('a wallet on several chain families is one MULTI_CHAIN connector', () => {
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

test('some wallets call themselves "… Wallet" on one chain only', () => {
  const connectors = [meta('a', 'Trust Wallet', 'eip155'), meta('b', 'Trust', 'solana')]
  expect(getConnectors({ connectors })).toMatchObject([{ id: 'multi:trust', name: 'Trust Wallet' }])
})

test('two of one name in the same family stay two, and only the first is joined', () => {
  const connectors = [meta('a', 'Twin', 'eip155'), meta('b', 'Twin', 'eip155'), meta('c', 'Twin', 'solana')]
  expect(getConnectors({ connectors }).map(({ id }) => id)).toEqual(['multi:twin', 'b'])
})

test('pairings and logins are never joined', () => {
  const connectors = [
    meta('walletConnect', 'Same', 'eip155', { type: 'WALLET_CONNECT' }),
    meta('auth', 'Same', 'solana', { type: 'AUTH' }),
    meta('x', 'Same', 'bip122'),
  ]
  expect(getConnectors({ connectors })).toEqual(connectors)
})

test('forty wallets on three families, coming in any order, are forty rows', () => {
  const families = ['eip155', 'solana', 'bip122'] as const
  const connectors = families
    .flatMap((namespace) =>
      Array.from({ length: 40 }, (_, index) => meta(`${namespace}:${index}`, `W${index}`, namespace)),
    )
    .sort((a, b) => a.id.split('').reverse().join('').localeCompare(b.id.split('').reverse().join('')))
  const rows = getConnectors({ connectors })
  expect(rows).toHaveLength(40)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(40)
  expect(rows.every(({ namespaces }) => namespaces.length === 3)).toBe(true)
})
