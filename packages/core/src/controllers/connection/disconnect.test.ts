import { expect, test } from 'vitest'
import { getNetworkState } from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet } from '../../testing/createTestWallet.js'
import { optimism } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { switchNetwork } from '../network/switch.js'
import { fetchBalance } from '../portfolio/balance.js'
import { open } from '../shell/actions.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

const connectorId = 'org.example.wallet'

async function setUp(options: TestModalOptions = {}): Promise<TestModal> {
  const world = createTestModal(options)
  await connect(world.modal, { connectorId: 'org.example.sol' })
  await connect(world.modal, { connectorId })
  return world
}

test('[S4.3] disconnecting resets account, network and connector, removes the stored connection and closes the modal', async () => {
  const { modal, storage, wallet } = await setUp()
  await switchNetwork(modal, { network: optimism })
  await fetchBalance(modal)
  open(modal)
  await disconnect(modal, { namespace: 'eip155' })
  const state = modal.getState()
  expect(state.namespaces.eip155).toEqual(modal.getInitialState().namespaces.eip155)
  expect(getAccount(state, 'eip155')).toMatchObject({
    isConnected: false,
    address: undefined,
    balance: undefined,
    connectedWalletInfo: undefined,
  })
  expect(getNetworkState(state, 'eip155').caipNetworkId).toBe('eip155:1')
  expect(state.modal.open).toBe(false)
  const { data } = JSON.parse(storage.entries.get('latchkey/state') ?? '')
  expect(data.connections).toMatchObject({ eip155: [], solana: [{ status: 'active' }] })
  expect(data.disconnectedConnectorIds).toEqual([connectorId])
  expect(wallet.count('disconnect')).toBe(1)
})

test('[S4.3] disconnecting resets a network that was chosen before connecting', async () => {
  const { modal } = createTestModal()
  await switchNetwork(modal, { network: optimism })
  await connect(modal, { connectorId })
  await disconnect(modal)
  expect(modal.getState().namespaces.eip155).toEqual(modal.getInitialState().namespaces.eip155)
  expect(getNetworkState(modal.getState(), 'eip155').caipNetworkId).toBe('eip155:1')
})

test('[S4.3] keepOpen leaves the modal open', async () => {
  const { modal } = await setUp()
  open(modal)
  await disconnect(modal, { keepOpen: true })
  expect(modal.getState().modal.open).toBe(true)
})

test('disconnecting resets to the app’s default network', async () => {
  const { modal } = await setUp({ defaultNetwork: optimism.caipNetworkId })
  await disconnect(modal)
  expect(modal.getState().namespaces).toEqual(modal.getInitialState().namespaces)
})

test('without a namespace, disconnects all namespaces', async () => {
  const { modal, wallet, solWallet } = await setUp()
  await disconnect(modal)
  const { eip155, solana } = modal.getState().namespaces
  expect([eip155?.connection.status, solana?.connection.status]).toEqual(['disconnected', 'disconnected'])
  expect([wallet.count('disconnect'), solWallet.count('disconnect')]).toEqual([1, 1])
})

test('with a namespace, leaves the other namespaces unchanged', async () => {
  const { modal } = await setUp()
  const before = modal.getState().namespaces.solana
  await disconnect(modal, { namespace: 'eip155' })
  expect(modal.getState().namespaces.solana).toBe(before)
})

test('updates the state at once, even if the wallet does not respond', async () => {
  const { modal, clock } = await setUp({ wallets: [createTestWallet({ asks: ['disconnect'] })] })
  open(modal)
  const leaving = disconnect(modal, { namespace: 'eip155' }).catch((cause) => cause.code)
  expect(modal.getState()).toMatchObject({
    modal: { open: false },
    namespaces: { eip155: { connection: { status: 'disconnected' } } },
  })
  await clock.advance(timeouts.disconnect)
  expect(await leaving).toBe('DISCONNECT_FAILED')
})

test('[S8.13] error: "Failed to disconnect" if the wallet fails; the state is disconnected anyway', async () => {
  const { modal, wallet } = await setUp({ wallets: [createTestWallet({ asks: ['disconnect'] })] })
  const leaving = disconnect(modal, { namespace: 'eip155' })
  const cause = new Error('no')
  wallet.last('disconnect').reject(cause)
  await expect(leaving).rejects.toMatchObject({
    code: 'DISCONNECT_FAILED',
    shortMessage: 'Failed to disconnect',
    cause,
  })
  expect(modal.getState().toast).toEqual({ variant: 'error', message: { code: 'DISCONNECT_FAILED' } })
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
})

test('a wallet that fails does not keep the others connected', async () => {
  const { modal, wallet, solWallet } = await setUp({ wallets: [createTestWallet({ asks: ['disconnect'] })] })
  const leaving = disconnect(modal)
  wallet.last('disconnect').reject(new Error('no'))
  await expect(leaving).rejects.toMatchObject({ code: 'DISCONNECT_FAILED' })
  expect([solWallet.count('disconnect'), modal.getState().namespaces.solana?.connection.status]).toEqual([
    1,
    'disconnected',
  ])
})

test('a wallet that is no longer on the page is disconnected without a request', async () => {
  const { modal, evm, wallet } = await setUp()
  evm.withdraw(wallet.connector)
  await disconnect(modal, { namespace: 'eip155' })
  expect([wallet.count('disconnect'), modal.getState().namespaces.eip155?.connection.status]).toEqual([
    0,
    'disconnected',
  ])
})

test('without a connection, makes no request and does not fail', async () => {
  const { modal, wallet, clock } = createTestModal()
  await disconnect(modal)
  await disconnect(modal, { namespace: 'eip155' })
  expect([wallet.requests, clock.pending()]).toEqual([[], 0])
})

test('the wallet stays in the recent ones, and can be connected again', async () => {
  const { modal, storage } = await setUp()
  await disconnect(modal)
  expect(modal.getState().recentConnectorIds).toEqual([connectorId, 'org.example.sol'])
  await connect(modal, { connectorId })
  const { data } = JSON.parse(storage.entries.get('latchkey/state') ?? '')
  expect(data.disconnectedConnectorIds).toEqual(['org.example.sol'])
})

test('keepOpen shows the Connect view if nothing is connected any more', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId: 'org.example.wallet' })
  open(modal)
  await disconnect(modal, { keepOpen: true })
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Connect' }] } })
})

test("[S8.44] error: 'Failed to disconnect chains: …' names all namespaces whose wallets fail", async () => {
  const { modal, wallet, solWallet } = await setUp()
  wallet.asks.add('disconnect')
  solWallet.asks.add('disconnect')
  const ending = disconnect(modal)
  wallet.last('disconnect').reject(new Error('busy'))
  solWallet.last('disconnect').reject(new Error('busy'))
  await expect(ending).rejects.toMatchObject({
    code: 'DISCONNECT_FAILED',
    shortMessage: 'Failed to disconnect chains: eip155, solana',
  })
  expect(Object.values(modal.getState().namespaces).map(({ connection }) => connection.status)).toEqual([
    'disconnected',
    'disconnected',
  ])
})

test('with a connectorId, disconnects only that wallet', async () => {
  const { modal } = await setUp()
  await disconnect(modal, { connectorId })
  const { eip155, solana } = modal.getState().namespaces
  expect([eip155?.connection.status, solana?.connection.status]).toEqual(['disconnected', 'connected'])
})

test('with the connectorId of an open connection request, aborts that request', async () => {
  const { modal, wallet, solWallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  await connect(modal, { connectorId: solWallet.connector.meta.id })
  const connecting = connect(modal, { connectorId })
  await disconnect(modal, { connectorId })
  await expect(connecting).rejects.toMatchObject({ code: 'ABORTED' })
  wallet.last('connect').approve()
  await settle()
  const { eip155, solana } = modal.getState().namespaces
  expect([eip155?.connection.status, solana?.connection.status]).toEqual(['disconnected', 'connected'])
})
