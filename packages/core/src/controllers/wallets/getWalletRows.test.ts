import { expect, test } from 'vitest'
import type { ConnectorMeta, ConnectorType } from '../../contracts/connector.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { noWallets } from '../../modal/startState.js'
import { createTestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { getWalletRows } from './connectors.js'
import { findWallet, groupWalletRows } from './groups.js'
import type { WalletListing, WalletsState } from './state.js'

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

const listing = (id: string, more: Partial<WalletListing> = {}): WalletListing => ({
  id,
  name: `Wallet ${id}`,
  ...more,
})

type World = Partial<ModalState> & { readonly list?: Partial<WalletsState> }

function modalWith({ list, ...state }: World = {}, options: TestModalOptions = {}): Modal {
  const { modal } = createTestModal(options)
  modal[internals].store.setState((before) => ({
    ...before,
    connectors: all,
    wallets: { ...noWallets, ...list },
    ...state,
  }))
  return modal
}

const idsOf = (rows: ReturnType<typeof getWalletRows>): readonly string[] =>
  rows.map(({ connector, wallet, kind }) => `${kind}:${connector?.id ?? wallet?.id}`)

test('lists wallets by type in the default order, without logins', () => {
  expect(idsOf(getWalletRows(modalWith()))).toEqual([
    'walletConnect:pairing',
    'injected:announced',
    'injected:injected',
    'injected:multi',
    'external:external',
  ])
})

const list = {
  featured: [listing('f1'), listing('f2')],
  recommended: [listing('f2'), listing('r1'), listing('c1'), listing('r2')],
  recent: [listing('w1')],
}
const customWallets = [listing('c1', { name: 'Our own' })]

test('[S2.17] lists all seven types in the default order', () => {
  const modal = modalWith({ list, recentConnectorIds: ['walletConnect:w1', 'announced'] }, { customWallets })
  expect(idsOf(getWalletRows(modal))).toEqual([
    'walletConnect:pairing',
    'recent:w1',
    'recent:announced',
    'injected:injected',
    'injected:multi',
    'featured:f1',
    'featured:f2',
    'custom:c1',
    'external:external',
    'recommended:r1',
    'recommended:r2',
  ])
})

test('lists recently used wallets as a type of their own, newest first', () => {
  const rows = getWalletRows(modalWith({ recentConnectorIds: ['multi', 'announced', 'auth', 'gone'] }))
  expect(idsOf(rows).slice(0, 3)).toEqual(['walletConnect:pairing', 'recent:multi', 'recent:announced'])
  expect(idsOf(rows)).toHaveLength(5)
})

test('a recently paired wallet is recent as soon as its listing is known, and appears once', () => {
  const recentConnectorIds = ['announced', 'walletConnect:f2']
  const known = getWalletRows(modalWith({ list, recentConnectorIds }))
  expect(idsOf(known).slice(1, 3)).toEqual(['recent:announced', 'recent:f2'])
  expect(idsOf(known).filter((id) => id.endsWith('f2'))).toHaveLength(1)
  expect(idsOf(getWalletRows(modalWith({ recentConnectorIds }))).slice(1, 3)).toEqual([
    'recent:announced',
    'injected:injected',
  ])
})

test('the pairing connector is never a recent wallet', () => {
  expect(idsOf(getWalletRows(modalWith({ recentConnectorIds: ['pairing'] })))[0]).toBe('walletConnect:pairing')
})

test('connectorTypeOrder sets the order, and types that it omits come last', () => {
  const modal = modalWith({ list }, { features: { connectorTypeOrder: ['external', 'featured', 'injected'] } })
  expect(getWalletRows(modal).map(({ kind }) => kind)).toEqual([
    'external',
    'featured',
    'featured',
    'injected',
    'injected',
    'injected',
    'walletConnect',
    'recommended',
    'recommended',
  ])
})

test('[S9.13] lists at most four recommended wallets, less the number of featured ones', () => {
  const many = Array.from({ length: 6 }, (_, index) => listing(`r${index}`))
  const kinds = (featured: readonly WalletListing[]): readonly string[] =>
    getWalletRows(modalWith({ list: { featured, recommended: many } })).map(({ kind }) => kind)
  expect(kinds([]).filter((kind) => kind === 'recommended')).toHaveLength(4)
  expect(kinds(list.featured).filter((kind) => kind === 'recommended')).toHaveLength(2)
  expect(kinds(['a', 'b', 'c', 'd', 'e'].map((id) => listing(id)))).not.toContain('recommended')
})

test('lists only wallets of the given namespace', () => {
  const chains = { featured: [listing('evm', { chains: ['eip155:1'] }), listing('sol', { chains: ['solana:5eykt'] })] }
  expect(idsOf(getWalletRows(modalWith({ list: chains }), 'solana'))).toEqual([
    'walletConnect:pairing',
    'injected:multi',
    'featured:sol',
  ])
  expect(getWalletRows(modalWith({ list }), 'cosmos')).toEqual([])
})

test('omits a listed wallet whose chains the modal does not have', () => {
  const featured = [listing('cosmos', { chains: ['cosmos:cosmoshub-4'] }), listing('any')]
  const rows = idsOf(getWalletRows(modalWith({ list: { featured } })))
  expect(rows.filter((id) => id.startsWith('featured'))).toEqual(['featured:any'])
})

test.each([
  ['by rdns', { rdns: 'org.example.one' }],
  ['by name', { name: ' ONE wallet ' }],
])('does not list an installed wallet twice, matched %s', (_, claim) => {
  const connectors = [...all, { ...meta('one', 'ANNOUNCED'), name: 'One', rdns: 'org.example.one' }]
  const modal = modalWith({
    connectors,
    list: { featured: [listing('l1', claim)] },
    recentConnectorIds: ['walletConnect:l1'],
  })
  const rows = idsOf(getWalletRows(modal))
  expect(rows).toContain('injected:one')
  expect(rows.filter((id) => id.endsWith('l1'))).toEqual([])
})

test('omits listed wallets without a pairing connector or with enableWalletConnect off', () => {
  const connectors = all.filter(({ type }) => type !== 'WALLET_CONNECT')
  const without = modalWith({ connectors, list, recentConnectorIds: ['walletConnect:w1'] }, { customWallets })
  const off = modalWith(
    { list, recentConnectorIds: ['walletConnect:w1'] },
    { customWallets, enableWalletConnect: false },
  )
  const installed = ['injected:announced', 'injected:injected', 'injected:multi', 'external:external']
  expect([idsOf(getWalletRows(without)), idsOf(getWalletRows(off))]).toEqual([installed, installed])
})

test('[S5.24] hides an excluded wallet even if it is installed, by rdns or by name', () => {
  const connectors = [
    ...all,
    { ...meta('one', 'ANNOUNCED'), name: 'One', rdns: 'org.example.one' },
    { ...meta('two', 'ANNOUNCED'), name: 'Two Wallet' },
    { ...meta('three', 'ANNOUNCED'), name: 'Three', rdns: 'org.example.three' },
    { ...meta('four', 'ANNOUNCED'), name: 'Four', rdns: 'org.example.four' },
  ]
  const excluded = [listing('x1', { rdns: 'org.example.one' }), listing('x2', { name: 'two' })]
  const featured = [...excluded, listing('kept')]
  const recentConnectorIds = ['one', 'walletConnect:x2']
  const modal = modalWith(
    { connectors, recentConnectorIds, list: { excluded, featured, recent: excluded } },
    { excludeWalletIds: ['x1', 'x2', 'org.example.three'] },
  )
  const rows = idsOf(getWalletRows(modal))
  expect(rows.filter((id) => /one|two|three|x1|x2/.test(id))).toEqual([])
  expect(rows).toEqual(expect.arrayContaining(['injected:four', 'featured:kept']))
})

test('excludes all connectors of a wallet with several namespaces', () => {
  const parts = ['eip155', 'solana'] as const
  const connectors = parts.map((namespace) => ({ ...meta(namespace, 'ANNOUNCED', [namespace]), name: 'One' }))
  const excluded = [listing('x1', { name: 'One' })]
  expect(getWalletRows(modalWith({ connectors, list: { excluded } }, { excludeWalletIds: ['x1'] }))).toEqual([])
  expect(getWalletRows(modalWith({ connectors, list: { excluded } }, { excludeWalletIds: ['x1'] }), 'solana')).toEqual(
    [],
  )
})

test('includeWalletIds hides neither installed nor custom wallets', () => {
  const modal = modalWith(
    { list, recentConnectorIds: ['walletConnect:w1'] },
    { customWallets, includeWalletIds: ['f1'] },
  )
  expect(idsOf(getWalletRows(modal))).toEqual([
    'walletConnect:pairing',
    'injected:announced',
    'injected:injected',
    'injected:multi',
    'featured:f1',
    'custom:c1',
    'external:external',
  ])
})

test('sorts ten thousand wallets and lists each one once', () => {
  const connectors = [
    ...Array.from({ length: 10_000 }, (_, index) => meta(`w${index}`, 'ANNOUNCED')),
    meta('pairing', 'WALLET_CONNECT'),
  ]
  const featured = [listing('l1', { name: 'w5' }), listing('l2')]
  const rows = idsOf(getWalletRows(modalWith({ connectors, list: { featured }, recentConnectorIds: ['w9999'] })))
  expect([rows.length, ...rows.slice(0, 3), rows.at(-1)]).toEqual([
    10_002,
    'walletConnect:pairing',
    'recent:w9999',
    'injected:w0',
    'featured:l2',
  ])
})

test('wallet groups come first in their order, each wallet once; the others keep their order', () => {
  const rainbow = listing('rainbow', { rdns: 'me.rainbow' })
  const walletGroups = [
    { name: 'Ours', wallets: ['me.rainbow', 'announced', 'unknown'] },
    { name: 'Nobody', wallets: ['nobody'] },
    { name: 'Listed', wallets: ['frame-id'] },
  ]
  const frame = { ...meta('frame', 'ANNOUNCED'), rdns: 'sh.frame' }
  const list = { grouped: [rainbow, listing('frame-id', { rdns: 'sh.frame' })], featured: [listing('b'), rainbow] }
  const modal = modalWith({ connectors: [...all, frame], list }, { walletGroups })
  const rows = getWalletRows(modal)
  const groups = groupWalletRows(modal, rows)
  expect(groups.map(({ name, rows }) => [name, ...idsOf(rows)])).toEqual([
    ['Ours', 'featured:rainbow', 'injected:announced'],
    ['Listed', 'injected:frame'],
    [undefined, 'walletConnect:pairing', 'injected:injected', 'injected:multi', 'featured:b', 'external:external'],
  ])
  expect(groups.flatMap((group) => group.rows)).toHaveLength(rows.length)
})

test('returns one list without groups', () => {
  const modal = modalWith()
  const rows = getWalletRows(modal)
  expect(groupWalletRows(modal, rows)).toEqual([{ rows }])
})

test('findWallet finds a wallet by connector id, rdns or listing id, and a listing only if it can be paired', () => {
  const frame = { ...meta('frame', 'ANNOUNCED'), rdns: 'sh.frame' }
  const rainbow = listing('rainbow', { rdns: 'me.rainbow' })
  const list = { all: { ...noWallets.all, wallets: [rainbow, listing('frame-id', { rdns: 'sh.frame' })] } }
  const modal = modalWith({ connectors: [...all, frame], list })
  const find = (id: string, namespace?: 'solana') => {
    const row = findWallet(modal, id, namespace)
    return row && (row.connector?.id ?? `list ${row.wallet?.id}`)
  }
  expect(['frame', 'sh.frame', 'frame-id', 'auth'].map((id) => find(id))).toEqual(['frame', 'frame', 'frame', 'auth'])
  expect(['rainbow', 'me.rainbow', 'unknown'].map((id) => find(id))).toEqual([
    'list rainbow',
    'list rainbow',
    undefined,
  ])
  expect([find('frame', 'solana'), find('multi', 'solana')]).toEqual([undefined, 'multi'])
  const alone = modalWith({ connectors: [frame], list })
  expect(findWallet(alone, 'rainbow')).toBeUndefined()
})
