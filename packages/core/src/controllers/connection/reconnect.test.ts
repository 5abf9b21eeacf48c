import { expect, test } from 'vitest'
import { getConnections } from '../../modal/connections.js'
import type { Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { bob } from '../../testing/accounts.js'
import { createMultiWorld } from '../../testing/createMultiWorld.js'
import { createTestModal, restored, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet, type TestWallet } from '../../testing/createTestWallet.js'
import { optimism } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { adoptConnection } from './reconnect.js'

const connectorId = 'org.example.wallet'

const statusOf = (modal: Modal, namespace: 'eip155' | 'solana' = 'eip155'): string | undefined =>
  modal.getState().namespaces[namespace]?.connection.status

/** Starts a second visit of a user who was connected in both namespaces at the end of the first. `meanwhile` runs before. */
async function visitAgain(
  wallet: TestWallet,
  options: TestModalOptions = {},
  meanwhile: () => void = () => {},
): Promise<TestModal> {
  const first = createTestModal({ wallets: [wallet] })
  await connect(first.modal, { connectorId: first.solWallet.connector.meta.id })
  await connect(first.modal, { connectorId })
  first.modal.destroy()
  wallet.requests.length = 0
  const second = createTestModal({ wallets: [wallet], storage: first.storage, isStarted: false, ...options })
  second.solWallet.isAuthorised = true
  meanwhile()
  second.modal.start()
  return second
}

test('[S4.2] on start stored connections are connecting, then connected', async () => {
  const wallet = createTestWallet()
  const { modal } = await visitAgain(wallet)
  expect(modal.getState().namespaces.eip155?.connection).toEqual({
    status: 'connecting',
    connectorId,
    isReconnect: true,
  })
  await restored()
  expect([statusOf(modal), statusOf(modal, 'solana')]).toEqual(['connected', 'connected'])
  expect(wallet.requests.map((request) => request.silent)).toEqual([true])
})

test('[S4.2] on start stored connections are connecting, then disconnected where the wallet says no', async () => {
  const wallet = createTestWallet()
  const { modal } = await visitAgain(wallet, {}, () => {
    wallet.isAuthorised = false
  })
  expect(statusOf(modal)).toBe('connecting')
  await restored()
  expect([statusOf(modal), statusOf(modal, 'solana')]).toEqual(['disconnected', 'connected'])
})

test('[S4.2] with reconnect disabled all are disconnected, and no wallet is asked', async () => {
  const wallet = createTestWallet()
  const { modal, clock } = await visitAgain(wallet, { enableReconnect: false })
  expect([statusOf(modal), statusOf(modal, 'solana')]).toEqual(['disconnected', 'disconnected'])
  await restored()
  await clock.advance(60_000)
  expect(wallet.requests).toEqual([])
  expect(statusOf(modal)).toBe('disconnected')
})

test('the account that the wallet has now counts, not the stored one', async () => {
  const wallet = createTestWallet()
  const second = await visitAgain(wallet, {}, () => {
    wallet.accounts = [bob]
  })
  await restored()
  expect(second.modal.getState().namespaces.eip155?.connection).toMatchObject({ connection: { accounts: [bob] } })
})

test('restoring opens nothing, switches nothing and leaves the active namespace', async () => {
  const wallet = createTestWallet({ caipNetworkId: 'eip155:10' })
  const { modal } = await visitAgain(wallet)
  await restored()
  expect(modal.getState()).toMatchObject({ modal: { open: false }, activeNamespace: 'eip155' })
  expect(wallet.count('switch')).toBe(0)
})

test('a wallet that announces itself late, but in time, is still connecting and then connected', async () => {
  const wallet = createTestWallet()
  const { modal, evm, clock } = await visitAgain(wallet, { wallets: [] })
  await restored()
  await clock.advance(3_000 - 1)
  expect(statusOf(modal)).toBe('connecting')
  evm.announce(wallet.connector)
  await settle()
  expect(statusOf(modal)).toBe('connected')
  await clock.advance(timeouts.approval)
  expect(statusOf(modal)).toBe('connected')
})

test('a wallet that never comes counts as disconnected after the announcement deadline', async () => {
  const { modal, clock } = await visitAgain(createTestWallet(), { wallets: [] })
  await restored()
  await clock.advance(3_000)
  expect(statusOf(modal)).toBe('disconnected')
  expect(clock.pending()).toBe(0)
})

test('a wallet that comes even later is welcome', async () => {
  const wallet = createTestWallet()
  const { modal, evm, clock } = await visitAgain(wallet, { wallets: [] })
  await restored()
  await clock.advance(60_000)
  evm.announce(createTestWallet({ id: 'other' }).connector, wallet.connector)
  await settle()
  expect(statusOf(modal)).toBe('connected')
  expect(wallet.requests.map((request) => request.silent)).toEqual([true])
})

test('a wallet that never answers is given up after the silent deadline', async () => {
  const wallet = createTestWallet()
  wallet.asks.add('connect')
  const first = createTestModal({ wallets: [createTestWallet()] })
  await connect(first.modal, { connectorId })
  const { modal, clock } = createTestModal({ wallets: [wallet], storage: first.storage })
  wallet.isAuthorised = true
  await restored()
  await clock.advance(timeouts.silent - 1)
  expect(statusOf(modal)).toBe('connecting')
  await clock.advance(1)
  expect(statusOf(modal)).toBe('disconnected')
  wallet.last('connect').approve()
  await settle()
  expect(statusOf(modal)).toBe('disconnected')
})

test('a locked wallet is asked again on the next visit', async () => {
  const wallet = createTestWallet()
  const second = await visitAgain(wallet, {}, () => {
    wallet.isAuthorised = false
  })
  await restored()
  expect(statusOf(second.modal)).toBe('disconnected')
  wallet.isAuthorised = true
  const third = createTestModal({ wallets: [wallet], storage: second.storage })
  await restored()
  expect(statusOf(third.modal)).toBe('connected')
})

test('what the visitor connects meanwhile is not replaced by what is restored', async () => {
  const [stored, picked] = [createTestWallet(), createTestWallet({ id: 'picked', accounts: [bob] })]
  const { modal, evm } = await visitAgain(stored, { wallets: [picked] })
  await restored()
  await connect(modal, { connectorId: 'picked' })
  evm.announce(stored.connector)
  await settle()
  expect(modal.getState().namespaces.eip155?.connection).toMatchObject({ connection: { connectorId: 'picked' } })
  expect(stored.count('connect')).toBe(0)
})

test('disconnecting while a connection is restored ends that, for good', async () => {
  const wallet = createTestWallet()
  const { modal, evm, storage } = await visitAgain(wallet, { wallets: [] })
  await restored()
  await disconnect(modal)
  evm.announce(wallet.connector)
  await settle()
  expect(statusOf(modal)).toBe('disconnected')
  const third = createTestModal({ wallets: [wallet], storage })
  await restored()
  expect([statusOf(third.modal), wallet.count('connect')]).toEqual(['disconnected', 0])
})

test('disconnecting sticks over a reload, though the wallet ignores it and speaks of its accounts', async () => {
  const wallet = createTestWallet()
  const { modal, storage } = await visitAgain(wallet)
  await restored()
  await disconnect(modal)
  wallet.isAuthorised = true
  wallet.emit('change', { namespace: 'eip155', accounts: wallet.accounts })
  expect(statusOf(modal)).toBe('disconnected')
  const third = createTestModal({ wallets: [wallet], storage })
  await restored()
  wallet.emit('change', { namespace: 'eip155', accounts: wallet.accounts })
  await settle()
  expect(statusOf(third.modal)).toBe('disconnected')
  await connect(third.modal, { connectorId })
  const fourth = createTestModal({ wallets: [wallet], storage })
  await restored()
  expect(statusOf(fourth.modal)).toBe('connected')
})

test('a wallet is told where it was, as some do not keep that themselves', async () => {
  const wallet = createTestWallet()
  const first = createTestModal({ wallets: [wallet] })
  await connect(first.modal, { connectorId })
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: optimism.caipNetworkId })
  first.modal.destroy()
  const asked: unknown[] = []
  const { connect: own } = wallet.connector
  Object.assign(wallet.connector, {
    connect: (request: Parameters<typeof own>[0]) => {
      asked.push(request.network?.caipNetworkId)
      return own(request)
    },
  })
  createTestModal({ wallets: [wallet], storage: first.storage })
  await restored()
  expect(asked).toEqual([optimism.caipNetworkId])
})

const idOf = (index: number): string => `eip155.wallet${index}`

const list = ({ modal }: ReturnType<typeof createMultiWorld>): readonly string[] =>
  getConnections(modal.getState(), 'eip155').map(({ connectorId, status }) => `${connectorId.slice(-1)} ${status}`)

test('a connection that another library made is taken over, without a prompt', async () => {
  const world = createMultiWorld()
  const [zero, one] = world.wallets.eip155
  for (const wallet of [zero, one]) if (wallet) wallet.isAuthorised = true
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(1), isActive: false })
  expect(list(world)).toEqual(['0 active', '1 connected'])
  expect(zero?.requests.map(({ silent }) => silent)).toEqual([true])
})

test('one that is there already is not asked again', async () => {
  const world = createMultiWorld()
  await connect(world.modal, { connectorId: idOf(0) })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: false })
  expect(world.wallets.eip155[0]?.count('connect')).toBe(1)
})

test('with one wallet at a time those beside the active one are left alone', async () => {
  const world = createMultiWorld({ multiWallet: false })
  const [zero, one] = world.wallets.eip155
  for (const wallet of [zero, one]) if (wallet) wallet.isAuthorised = true
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(1), isActive: false })
  expect(list(world)).toEqual(['0 active'])
  expect(one?.count('connect')).toBe(0)
})

test('the visitor who is being asked for another wallet is not disturbed', async () => {
  const world = createMultiWorld()
  const [zero, one] = world.wallets.eip155
  if (zero) zero.isAuthorised = true
  one?.asks.add('connect')
  const connecting = connect(world.modal, { connectorId: idOf(1) })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  one?.last('connect').approve()
  await connecting
  expect(list(world)).toEqual(['1 active'])
})

test('one that is gone by now is no fault', async () => {
  const world = createMultiWorld()
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  expect(list(world)).toEqual([])
})
