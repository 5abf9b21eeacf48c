import { expect, test, vi } from 'vitest'
import { connect } from '../controllers/connection/connect.js'
import { switchNetwork } from '../controllers/network/switch.js'
import { createTestModal, restored } from '../testing/createTestModal.js'
import { createTestStorage } from '../testing/createTestStorage.js'
import { createTestWallet } from '../testing/createTestWallet.js'
import { optimism, solana } from '../testing/networks.js'

const connectorId = 'org.example.wallet'

const store = (data: unknown, v: unknown = 1): ReturnType<typeof createTestStorage> =>
  createTestStorage({ 'latchkey/state': JSON.stringify({ v, data }) })

test('a network chosen without a wallet is still chosen on the next visit', async () => {
  const first = createTestModal()
  await switchNetwork(first.modal, { network: optimism })
  const { modal } = createTestModal({ storage: first.storage })
  expect(modal.getState().namespaces.eip155?.network).toEqual({ caipNetworkId: 'eip155:10', isChosen: true })
})

test('a stored network that the app no longer has is not restored', () => {
  const { modal } = createTestModal({ storage: store({ networks: { eip155: 'eip155:56' } }) })
  expect(modal.getState().namespaces.eip155?.network).toEqual({ caipNetworkId: 'eip155:1', isChosen: false })
})

test('the active namespace is restored', async () => {
  const first = createTestModal()
  await switchNetwork(first.modal, { network: solana })
  expect(createTestModal({ storage: first.storage }).modal.getState().activeNamespace).toBe('solana')
})

test('a stored active namespace without an adapter falls back to the default one', () => {
  const { modal } = createTestModal({ storage: store({ activeNamespace: 'cosmos' }) })
  expect(modal.getState().activeNamespace).toBe('eip155')
})

test('[S9.3] keeps only the two most recently used wallets, even across a reload', async () => {
  const wallets = ['a', 'b', 'c'].map((id) => createTestWallet({ id }))
  const { modal, storage } = createTestModal({ wallets })
  for (const id of ['a', 'b', 'c', 'b']) await connect(modal, { connectorId: id })
  expect(modal.getState().recentConnectorIds).toEqual(['b', 'c'])
  expect(createTestModal({ storage }).modal.getState().recentConnectorIds).toEqual(['b', 'c'])
})

test('only ids and addresses are stored', async () => {
  const { modal, storage, wallet } = createTestModal()
  await connect(modal, { connectorId })
  expect(JSON.parse(storage.entries.get('latchkey/state') ?? '')).toEqual({
    v: 1,
    data: {
      connections: {
        eip155: [{ connectorId, address: wallet.accounts[0].address, caipNetworkId: 'eip155:1', status: 'active' }],
      },
      networks: {},
      disconnectedConnectorIds: [],
      recentConnectorIds: [connectorId],
    },
  })
})

test.each(['{', 'null', '[[]]', '{"v":1,"data":{"connections":{"eip155":[{"connectorId":1}]}}}', '\u0000'])(
  'invalid content in storage counts as a first visit: %j',
  async (text) => {
    const { modal } = createTestModal({ storage: createTestStorage({ 'latchkey/state': text }) })
    expect(modal.getState().namespaces).toEqual(modal.getInitialState().namespaces)
    await connect(modal, { connectorId })
    expect(modal.getState().namespaces.eip155?.connection.status).toBe('connected')
  },
)

test('data stored by a newer release survives a whole visit byte for byte', async () => {
  const storage = store({ connections: { eip155: [{ connectorId, address: '0x1', status: 'active' }] } }, 2)
  const text = storage.entries.get('latchkey/state')
  const { modal } = createTestModal({ storage })
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  await connect(modal, { connectorId })
  await switchNetwork(modal, { network: optimism })
  expect(storage.entries.get('latchkey/state')).toBe(text)
})

test.each<[string, Parameters<typeof createTestModal>[0]]>([
  [
    'cannot be accessed',
    {
      env: {
        storage() {
          throw new DOMException('denied', 'SecurityError')
        },
      },
    },
  ],
  ['cannot be read', { storage: withBroken('getItem') }],
  ['cannot be written', { storage: withBroken('setItem') }],
])('storage that %s: connecting works in memory, with exactly one warning', async (_, options) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal } = createTestModal(options)
  await connect(modal, { connectorId })
  await switchNetwork(modal, { network: optimism })
  expect(modal.getState()).toMatchObject({
    recentConnectorIds: [connectorId],
    namespaces: { eip155: { connection: { status: 'connected' } } },
  })
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]?.[0]).toMatch(/^\[latchkey\] STORAGE_UNAVAILABLE: /)
})

function withBroken(method: 'getItem' | 'setItem'): ReturnType<typeof createTestStorage> {
  const storage = createTestStorage()
  storage.broken.add(method)
  return storage
}

test('asks no wallet if nothing is stored', async () => {
  const { modal, wallet } = createTestModal()
  await restored()
  expect(wallet.requests).toEqual([])
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
})
