import { expect, test, vi } from 'vitest'
import type { Account } from '../../contracts/account.js'
import { createModalCore } from '../../modal/createModalCore.js'
import { timeouts } from '../../modal/timeouts.js'
import { alice, bob } from '../../testing/accounts.js'
import { createTestChain } from '../../testing/createTestChain.js'
import { createTestEnv, createTestModal } from '../../testing/createTestModal.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { mainnet, optimism, solana, unknownId } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { switchNetwork } from '../network/switch.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

const connectorId = 'org.example.wallet'

test('[S4.1] a namespace goes from disconnected to connecting to connected', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const read = (): unknown => modal.getState().namespaces.eip155?.connection
  expect(read()).toEqual({ status: 'disconnected' })
  const connecting = connect(modal, { connectorId })
  expect(read()).toEqual({ status: 'connecting', connectorId, isReconnect: false })
  expect(getAccount(modal.getState()).status).toBe('connecting')
  wallet.last('connect').approve()
  await connecting
  expect(read()).toMatchObject({ status: 'connected' })
  expect(modal.getState().namespaces.solana?.connection).toEqual({ status: 'disconnected' })
})

test('a connection has a connector, a namespace, accounts and a network', async () => {
  const { modal } = createTestModal({ wallets: [createTestWallet({ accounts: [alice, bob] })] })
  const connection = await connect(modal, { connectorId })
  expect(connection).toEqual({
    connectorId,
    namespace: 'eip155',
    accounts: [alice, bob],
    caipNetworkId: 'eip155:1',
  })
  expect(modal.getState().namespaces.eip155?.connection).toEqual({ status: 'connected', connection })
})

test('[S3.4] an account keeps namespace, address, type, public key and path as the wallet returns them', async () => {
  const account: Account = {
    namespace: 'eip155',
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    type: 'smartAccount',
    publicKey: '0x02ba5734d8f7091719471e7f7ed6b9df170dc70cc661ca05e688601ad984f068b0',
    path: "m/44'/60'/0'/0/1",
  }
  const { modal } = createTestModal({ wallets: [createTestWallet({ accounts: [account] })] })
  await connect(modal, { connectorId })
  expect(getAccount(modal.getState()).allAccounts).toEqual([account])
})

test('[S8.41] error: connect and disconnect before start reject with "No ConnectionController client found"', async () => {
  const { modal } = createTestModal({ isStarted: false })
  const refused = { code: 'NOT_STARTED', shortMessage: 'No ConnectionController client found' }
  await expect(connect(modal, { connectorId })).rejects.toMatchObject(refused)
  await expect(disconnect(modal)).rejects.toMatchObject(refused)
  expect(modal.getState()).toBe(modal.getInitialState())
})

test('error: rejects with NOT_STARTED after destroy', async () => {
  const { modal } = createTestModal()
  modal.destroy()
  await expect(connect(modal, { connectorId })).rejects.toMatchObject({ code: 'NOT_STARTED' })
})

test('error: names an unknown connector', async () => {
  const { modal } = createTestModal()
  await expect(connect(modal, { connectorId: 'nobody' })).rejects.toMatchObject({
    code: 'CONNECTOR_NOT_FOUND',
    shortMessage: 'No connector found for connection: nobody',
  })
})

test('[S8.48] error: rejects with "Adapter for namespace … doesn\'t exist" without an adapter', async () => {
  const { modal } = createTestModal()
  await expect(connect(modal, { connectorId, namespace: 'cosmos' })).rejects.toMatchObject({
    code: 'ADAPTER_NOT_FOUND',
    shortMessage: "Adapter for namespace cosmos doesn't exist",
  })
})

test('error: rejects a namespace that the wallet does not support, without a wallet request', async () => {
  const { modal, wallet } = createTestModal()
  await expect(connect(modal, { connectorId, namespace: 'solana' })).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
  })
  expect(wallet.requests).toEqual([])
  expect(modal.getState().namespaces.solana?.connection.status).toBe('disconnected')
})

test('a multi-chain wallet connects on its first namespace that the app supports', async () => {
  const wallet = createTestWallet({ id: 'multi', type: 'MULTI_CHAIN', namespaces: ['bip122', 'eip155'] })
  const evm = createTestChain({ namespace: 'eip155', networks: [mainnet], connectors: [wallet.connector] })
  const modal = createModalCore({ adapters: [evm.plugin], env: createTestEnv() })
  modal.start()
  expect((await connect(modal, { connectorId: 'multi' })).namespace).toBe('eip155')
})

test('[S8.4] error: "Connection rejected" if the user rejects; the user can try again', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = connect(modal, { connectorId })
  wallet.last('connect').reject(rejection)
  await expect(connecting).rejects.toMatchObject({
    code: 'CONNECTION_REJECTED',
    shortMessage: 'Connection rejected',
    cause: rejection,
  })
  expect(modal.getState().namespaces.eip155?.connection).toEqual({ status: 'disconnected' })
  wallet.asks.clear()
  await connect(modal, { connectorId })
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('connected')
})

test.each([
  ['a rejection message without a code', new Error('User rejected')],
  ['a string', 'nope'],
  ['null', null],
  ['an unknown code', { code: 1234 }],
])('[S8.5] error: "Failed to connect" with the cause if the wallet fails with %s', async (_, cause) => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = connect(modal, { connectorId })
  wallet.last('connect').reject(cause)
  await expect(connecting).rejects.toMatchObject({
    code: 'CONNECTOR_FAILED',
    shortMessage: 'Failed to connect',
    cause,
  })
  expect(modal.getState().namespaces.eip155?.connection).toEqual({ status: 'disconnected' })
})

test('error: REQUEST_PENDING with the RPC code if the wallet already has an open request', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = connect(modal, { connectorId })
  wallet.last('connect').reject({ code: -32002, message: 'Request already pending' })
  await expect(connecting).rejects.toMatchObject({ code: 'REQUEST_PENDING', rpcCode: -32002 })
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no accounts', { caipNetworkId: 'eip155:1' }],
  ['an empty list of accounts', { accounts: [], caipNetworkId: 'eip155:1' }],
  ['an account without an address', { accounts: [{ namespace: 'eip155', type: 'eoa' }], caipNetworkId: 'eip155:1' }],
  ['a network id as a number', { accounts: [alice], caipNetworkId: 1 }],
  ['a network of another namespace', { accounts: [alice], caipNetworkId: solana.caipNetworkId }],
])(
  'error: rejects with INVALID_WALLET_REPLY if the wallet returns %s, and leaves no listener or timer',
  async (_, reply) => {
    const { modal, wallet, clock } = createTestModal()
    wallet.connector.connect = async () => reply as never
    await expect(connect(modal, { connectorId })).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    expect(modal.getState().namespaces.eip155?.connection).toEqual({ status: 'disconnected' })
    expect([wallet.listenerCount(), clock.pending()]).toEqual([0, 0])
  },
)

test('error: CONNECTOR_FAILED if the wallet throws synchronously', async () => {
  const { modal, wallet } = createTestModal()
  wallet.connector.connect = () => {
    throw new Error('sync')
  }
  await expect(connect(modal, { connectorId })).rejects.toMatchObject({ code: 'CONNECTOR_FAILED' })
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
})

test('error: TIMED_OUT if the wallet does not respond in time; a late approval changes nothing', async () => {
  const { modal, wallet, clock } = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] })] })
  const connecting = expect(connect(modal, { connectorId })).rejects.toMatchObject({ code: 'TIMED_OUT' })
  await clock.advance(timeouts.approval - 1)
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('connecting')
  await clock.advance(1)
  await connecting
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
  wallet.last('connect').approve()
  await settle()
  expect(modal.getState().namespaces.eip155?.connection.status).toBe('disconnected')
})

test('connecting makes the namespace the active one, unless it is silent', async () => {
  const { modal, solWallet } = createTestModal()
  solWallet.isAuthorised = true
  await connect(modal, { connectorId: 'org.example.sol', silent: true })
  expect(modal.getState().activeNamespace).toBe('eip155')
  await connect(modal, { connectorId: 'org.example.sol' })
  expect(modal.getState().activeNamespace).toBe('solana')
})

test('connecting does not switch the network unless one was chosen', async () => {
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ caipNetworkId: 'eip155:10' })] })
  await connect(modal, { connectorId })
  expect(wallet.count('switch')).toBe(0)
})

test('a network chosen before is requested after connecting; a rejection keeps the wallet’s network', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet({ asks: ['switch'] })] })
  await switchNetwork(modal, { network: optimism })
  const connecting = connect(modal, { connectorId })
  await vi.waitFor(() => expect(wallet.count('switch')).toBe(1))
  wallet.last('switch').reject(rejection)
  expect((await connecting).caipNetworkId).toBe('eip155:1')
  expect(warn).not.toHaveBeenCalled()
  await connect(modal, { connectorId, silent: true })
  expect(wallet.count('switch')).toBe(1)
})

test('a network chosen before is requested once, and not from the next wallet', async () => {
  const other = createTestWallet({ id: 'org.example.other' })
  const { modal, wallet } = createTestModal({ wallets: [createTestWallet(), other] })
  await switchNetwork(modal, { network: optimism })
  await connect(modal, { connectorId })
  expect(wallet.count('switch')).toBe(1)
  await connect(modal, { connectorId: 'org.example.other' })
  expect(other.count('switch')).toBe(0)
})

test('a wallet on a network that the app does not support connects, and the modal shows UnsupportedChain', async () => {
  const { modal } = createTestModal({ wallets: [createTestWallet({ caipNetworkId: unknownId })] })
  expect((await connect(modal, { connectorId })).caipNetworkId).toBe(unknownId)
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'UnsupportedChain' }] } })
})
