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

test('[S4.2] on start stored connections are connecting, then disconnected if the wallet rejects', async () => {
  const wallet = createTestWallet()
  const { modal } = await visitAgain(wallet, {}, () => {
    wallet.isAuthorised = false
  })
  expect(statusOf(modal)).toBe('connecting')
  await restored()
  expect([statusOf(modal), statusOf(modal, 'solana')]).toEqual(['disconnected', 'connected'])
})

test('[S4.2] with reconnect disabled all are disconnected, without a wallet request', async () => {
  const wallet = createTestWallet()
  const { modal, clock } = await visitAgain(wallet, { enableReconnect: false })
  expect([statusOf(modal), statusOf(modal, 'solana')]).toEqual(['disconnected', 'disconnected'])
  await restored()
  await clock.advance(60_000)
  expect(wallet.requests).toEqual([])
  expect(statusOf(modal)).toBe('disconnected')
})

test('restores the wallet’s current account, not the stored one', async () => {
  const wallet = createTestWallet()
  const second = await visitAgain(wallet, {}, () => {
    wallet.accounts = [bob]
  })
  await restored()
  expect(second.modal.getState().namespaces.eip155?.connection).toMatchObject({ connection: { accounts: [bob] } })
})

test('restoring neither opens the modal nor switches the network or the active namespace', async () => {
  const wallet = createTestWallet({ caipNetworkId: 'eip155:10' })
  const { modal } = await visitAgain(wallet)
  await restored()
  expect(modal.getState()).toMatchObject({ modal: { open: false }, activeNamespace: 'eip155' })
  expect(wallet.count('switch')).toBe(0)
})

test('a wallet announced within the timeout is connecting until then, and then connected', async () => {
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

test('a wallet that is not announced is disconnected after the announcement timeout', async () => {
  const { modal, clock } = await visitAgain(createTestWallet(), { wallets: [] })
  await restored()
  await clock.advance(3_000)
  expect(statusOf(modal)).toBe('disconnected')
  expect(clock.pending()).toBe(0)
})

test('a wallet announced after the timeout is still restored', async () => {
  const wallet = createTestWallet()
  const { modal, evm, clock } = await visitAgain(wallet, { wallets: [] })
  await restored()
  await clock.advance(60_000)
  evm.announce(createTestWallet({ id: 'other' }).connector, wallet.connector)
  await settle()
  expect(statusOf(modal)).toBe('connected')
  expect(wallet.requests.map((request) => request.silent)).toEqual([true])
})

test('a wallet that does not respond is disconnected after the silent timeout, even if it approves later', async () => {
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

test('a wallet that rejected the restore is asked again on the next visit', async () => {
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

test('a restore does not replace a wallet that the user connected meanwhile', async () => {
  const [stored, picked] = [createTestWallet(), createTestWallet({ id: 'picked', accounts: [bob] })]
  const { modal, evm } = await visitAgain(stored, { wallets: [picked] })
  await restored()
  await connect(modal, { connectorId: 'picked' })
  evm.announce(stored.connector)
  await settle()
  expect(modal.getState().namespaces.eip155?.connection).toMatchObject({ connection: { connectorId: 'picked' } })
  expect(stored.count('connect')).toBe(0)
})

test('disconnecting while a connection is restored cancels it, also after a reload', async () => {
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

test('a disconnect survives a reload even if the wallet stays authorized and emits its accounts', async () => {
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

test('passes the last network to the wallet, as some wallets do not keep it themselves', async () => {
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

test('adopts a connection that another library made, without a prompt', async () => {
  const world = createMultiWorld()
  const [zero, one] = world.wallets.eip155
  for (const wallet of [zero, one]) if (wallet) wallet.isAuthorised = true
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(1), isActive: false })
  expect(list(world)).toEqual(['0 active', '1 connected'])
  expect(zero?.requests.map(({ silent }) => silent)).toEqual([true])
})

test('adopting a connected wallet makes no request', async () => {
  const world = createMultiWorld()
  await connect(world.modal, { connectorId: idOf(0) })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: false })
  expect(world.wallets.eip155[0]?.count('connect')).toBe(1)
})

test('without multiWallet, wallets beside the active one are not adopted', async () => {
  const world = createMultiWorld({ multiWallet: false })
  const [zero, one] = world.wallets.eip155
  for (const wallet of [zero, one]) if (wallet) wallet.isAuthorised = true
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(1), isActive: false })
  expect(list(world)).toEqual(['0 active'])
  expect(one?.count('connect')).toBe(0)
})

test('adopting does not interrupt an open request to another wallet', async () => {
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

test('adopting a wallet that is no longer available does not fail', async () => {
  const world = createMultiWorld()
  await adoptConnection(world.modal, { namespace: 'eip155', connectorId: idOf(0), isActive: true })
  expect(list(world)).toEqual([])
})
