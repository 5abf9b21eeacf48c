import { anything, assert, property } from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Modal, NamespaceState } from '../../modal/modal.js'
import { alice, bob, sol } from '../../testing/accounts.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { solana, unknownId } from '../../testing/networks.js'
import { fetchBalance } from '../portfolio/balance.js'
import { close, open } from '../shell/actions.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { parseWalletReply } from './walletEvents.js'

const connectorId = 'org.example.wallet'

async function setUp(): Promise<TestModal> {
  const world = createTestModal()
  await connect(world.modal, { connectorId: 'org.example.sol' })
  await connect(world.modal, { connectorId })
  return world
}

const evmOf = (modal: Modal): NamespaceState['connection'] | undefined => modal.getState().namespaces.eip155?.connection

test('applies the account that the wallet switches to, also in storage', async () => {
  const { modal, wallet, storage } = await setUp()
  wallet.emit('change', { namespace: 'eip155', accounts: [bob, alice] })
  expect(evmOf(modal)).toMatchObject({ connection: { accounts: [bob, alice], caipNetworkId: 'eip155:1' } })
  expect(storage.entries.get('latchkey/state')).toContain(bob.address)
})

test('applies the network that the wallet switches to', async () => {
  const { modal, wallet } = await setUp()
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:10' })
  expect(evmOf(modal)).toMatchObject({ connection: { accounts: [alice], caipNetworkId: 'eip155:10' } })
})

test('applies the networks that the wallet approves', async () => {
  const { modal, wallet } = await setUp()
  wallet.emit('change', { namespace: 'eip155', approvedCaipNetworkIds: ['eip155:1'] })
  expect(evmOf(modal)).toMatchObject({ connection: { approvedCaipNetworkIds: ['eip155:1'] } })
})

test('a missing field changes nothing, and unknown fields are not stored', async () => {
  const { modal, wallet } = await setUp()
  const before = evmOf(modal)
  wallet.emit('change', { namespace: 'eip155', accounts: undefined, provider: wallet } as never)
  expect(evmOf(modal)).toEqual(before)
})

test('an event in one namespace leaves the other untouched', async () => {
  const { modal, wallet } = await setUp()
  const before = modal.getState().namespaces.solana
  wallet.emit('change', { namespace: 'eip155', accounts: [bob], caipNetworkId: 'eip155:10' })
  wallet.emit('disconnect', { namespace: 'eip155' })
  expect(modal.getState().namespaces.solana).toBe(before)
})

test('ignores an event for a namespace in which the wallet is not connected', async () => {
  const { modal, wallet } = await setUp()
  const before = modal.getState()
  wallet.emit('change', { namespace: 'solana', accounts: [sol] })
  wallet.emit('disconnect', { namespace: 'solana' })
  expect(modal.getState()).toBe(before)
})

test('does not listen to a wallet that is not connected', async () => {
  const other = createTestWallet({ id: 'other', accounts: [bob] })
  const { modal } = createTestModal({ wallets: [createTestWallet(), other] })
  await connect(modal, { connectorId })
  const before = modal.getState()
  other.emit('change', { namespace: 'eip155', accounts: [bob] })
  other.emit('disconnect', { namespace: 'eip155' })
  expect([modal.getState() === before, other.listenerCount()]).toEqual([true, 0])
})

test('stops listening to a wallet that was disconnected', async () => {
  const { modal, wallet } = await setUp()
  await disconnect(modal)
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  expect([evmOf(modal)?.status, wallet.listenerCount()]).toEqual(['disconnected', 0])
})

test.each<[string, object]>([
  ['no accounts', { accounts: [] }],
  ['accounts of another namespace', { accounts: [sol] }],
  ['an account without an address', { accounts: [{ namespace: 'eip155', address: '' }] }],
  ['a chain id as a number', { caipNetworkId: 1 }],
  ['a network of another namespace', { caipNetworkId: solana.caipNetworkId }],
  ['approved networks that are not an array', { approvedCaipNetworkIds: 'all' }],
])('warns about a change to %s, and does not apply it', async (_, change) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal, wallet } = await setUp()
  const before = evmOf(modal)
  expect(() => wallet.emit('change', { namespace: 'eip155', ...change })).not.toThrow()
  expect(evmOf(modal)).toBe(before)
  expect(warn.mock.calls[0]?.[0]).toContain('INVALID_WALLET_REPLY')
})

test('a disconnect by the wallet resets its namespace, removes it from storage and closes the modal', async () => {
  const { modal, wallet, storage } = await setUp()
  open(modal)
  wallet.emit('disconnect', { namespace: 'eip155' })
  expect(modal.getState()).toMatchObject({
    modal: { open: false },
    namespaces: { solana: { connection: { status: 'connected' } } },
  })
  expect(evmOf(modal)).toEqual({ status: 'disconnected' })
  expect(JSON.parse(storage.entries.get('latchkey/state') ?? '').data.connections).toEqual({
    eip155: [],
    solana: [
      {
        connectorId: 'org.example.sol',
        address: sol.address,
        caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        status: 'active',
      },
    ],
  })
  expect(wallet.count('disconnect')).toBe(0)
})

test('a disconnect by a wallet in another namespace leaves the modal open', async () => {
  const { modal, solWallet } = await setUp()
  open(modal)
  solWallet.emit('disconnect', { namespace: 'solana' })
  expect(modal.getState().modal.open).toBe(true)
})

test('a change of account or network resets the balance', async () => {
  const { modal, wallet } = await setUp()
  for (const change of [{ accounts: [bob] as const }, { caipNetworkId: 'eip155:10' as const }]) {
    await fetchBalance(modal)
    expect(modal.getState().namespaces.eip155?.balance.status).toBe('ready')
    wallet.emit('change', { namespace: 'eip155', ...change })
    expect(modal.getState().namespaces.eip155?.balance).toEqual({ status: 'idle' })
  }
})

test('other wallet events do not reopen the modal for an unsupported network', async () => {
  const { modal, wallet, solWallet } = await setUp()
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: unknownId })
  close(modal, { force: true })
  solWallet.emit('change', { namespace: 'solana', accounts: [sol] })
  wallet.emit('change', { namespace: 'eip155', accounts: [bob] })
  expect(modal.getState().modal.open).toBe(false)
})

test('parseWalletReply keeps accounts, network and approved networks, and nothing else', () => {
  const reply = { accounts: [alice], caipNetworkId: 'eip155:1', approvedCaipNetworkIds: ['eip155:1'] }
  expect(parseWalletReply({ ...reply, provider: () => {} }, 'eip155')).toEqual(reply)
})

test('parseWalletReply leaves missing fields out', () => {
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
])('parseWalletReply returns null for %o', (reply) => {
  expect(parseWalletReply(reply, 'eip155')).toBeNull()
})

test('for any input, parseWalletReply returns valid accounts and network, or null', () => {
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
