import { expect, test } from 'vitest'
import { getCaipNetworkId, getNetwork } from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import { sol } from '../../testing/accounts.js'
import { createMultiWorld } from '../../testing/createMultiWorld.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { mainnet, optimism, sepolia, solana } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/account.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { getRoute, open, watchEvents } from '../shell/actions.js'
import { startSwitch, switchActiveChain, switchNetwork } from './switch.js'

const connectorId = 'org.example.wallet'

/** Connects on mainnet; the wallet asks before it switches. */
async function setUp(options: TestModalOptions = {}): Promise<TestModal> {
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['switch'] })], ...options })
  await connect(world.modal, { connectorId })
  return world
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'ok',
    (cause) => cause.code,
  )

test('[S4.15] switches the wallet within a namespace, and the active namespace and account across namespaces', async () => {
  const { modal, wallet, solWallet } = await setUp()
  const switching = switchNetwork(modal, { network: optimism })
  wallet.last('switch').approve()
  await switching
  expect(getNetwork(modal.getState())).toEqual(optimism)
  expect(modal.getState().namespaces.eip155?.connection).toMatchObject({ connection: { caipNetworkId: 'eip155:10' } })

  await connect(modal, { connectorId: 'org.example.sol' })
  wallet.asks.clear()
  expect(modal.getState().activeNamespace).toBe('solana')
  await switchNetwork(modal, { network: mainnet })
  expect(modal.getState().activeNamespace).toBe('eip155')
  expect(getAccount(modal.getState()).address).not.toBe(sol.address)
  await switchNetwork(modal, { network: solana })
  expect(modal.getState().activeNamespace).toBe('solana')
  expect(getAccount(modal.getState()).address).toBe(sol.address)
  expect([wallet.count('switch'), solWallet.count('switch')]).toEqual([2, 0])
})

test('without a wallet, selects and stores the network', async () => {
  const { modal, storage } = createTestModal()
  await switchNetwork(modal, { network: 'eip155:10' })
  expect(modal.getState().namespaces.eip155?.network).toEqual({ caipNetworkId: 'eip155:10', isChosen: true })
  expect(getCaipNetworkId(modal.getState())).toBe('eip155:10')
  expect(storage.entries.get('latchkey/state')).toContain('"networks":{"eip155":"eip155:10"}')
})

test('makes no wallet request for the current network', async () => {
  const { modal, wallet } = await setUp()
  await switchNetwork(modal, { network: mainnet })
  expect(wallet.count('switch')).toBe(0)
})

test.each<[string, unknown, string]>([
  ['rejects', rejection, 'USER_REJECTED'],
  ['does not know the chain', { code: 4902 }, 'CHAIN_UNRECOGNIZED'],
  ['fails', new Error('broken'), 'CONNECTOR_FAILED'],
])('error: if the wallet %s, the network stays', async (_, cause, code) => {
  const { modal, wallet } = await setUp()
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  wallet.last('switch').reject(cause)
  expect(await switching).toBe(code)
  expect(getCaipNetworkId(modal.getState())).toBe('eip155:1')
})

test('rejecting a network of another namespace keeps the active namespace', async () => {
  const { modal, wallet } = await setUp()
  await connect(modal, { connectorId: 'org.example.sol' })
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  wallet.last('switch').reject(rejection)
  await switching
  expect(modal.getState().activeNamespace).toBe('solana')
})

test('error: TIMED_OUT if the wallet does not respond', async () => {
  const { modal, clock } = await setUp()
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  await clock.advance(timeouts.approval)
  expect([await switching, getCaipNetworkId(modal.getState())]).toEqual(['TIMED_OUT', 'eip155:1'])
})

test('a newer request replaces the older one', async () => {
  const { modal, wallet } = await setUp({ networks: [sepolia] })
  const older = codeOf(switchNetwork(modal, { network: optimism }))
  const newer = codeOf(switchNetwork(modal, { network: sepolia }))
  wallet.requests.find(({ action }) => action === 'switch')?.approve()
  wallet.last('switch').approve()
  expect([await older, await newer]).toEqual(['ABORTED', 'ok'])
  expect(getCaipNetworkId(modal.getState())).toBe(sepolia.caipNetworkId)
})

test('the caller’s signal ends the switch, and a late approval changes nothing', async () => {
  const { modal, wallet } = await setUp()
  const controller = new AbortController()
  const switching = codeOf(switchNetwork(modal, { network: optimism, signal: controller.signal }))
  controller.abort()
  expect(await switching).toBe('ABORTED')
  wallet.last('switch').approve()
  await settle()
  expect(getCaipNetworkId(modal.getState())).toBe('eip155:1')
})

test('disconnecting meanwhile ends the switch', async () => {
  const { modal } = await setUp()
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  await disconnect(modal)
  expect([await switching, getCaipNetworkId(modal.getState())]).toEqual(['ABORTED', 'eip155:1'])
})

test('connecting another wallet meanwhile ends the switch, and a late approval changes nothing', async () => {
  const [a, b] = [createTestWallet({ id: 'a', asks: ['switch'] }), createTestWallet({ id: 'b' })]
  const { modal } = createTestModal({ wallets: [a, b] })
  await connect(modal, { connectorId: 'a' })
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  await connect(modal, { connectorId: 'b' })
  a.last('switch').approve()
  expect([await switching, getCaipNetworkId(modal.getState())]).toEqual(['ABORTED', 'eip155:1'])
})

test('error: names a wallet that does not support "network:switch"', async () => {
  const { modal, wallet } = await setUp()
  Object.assign(wallet.connector.features, { 'network:switch': undefined })
  await expect(switchNetwork(modal, { network: optimism })).rejects.toMatchObject({
    shortMessage: 'Example Wallet does not support "network:switch".',
  })
})

test('[S8.18] error: an unknown network shows the alert "Network Not Found" if debug is on', async () => {
  for (const debug of [true, false]) {
    const { modal } = createTestModal({ debug })
    await expect(switchNetwork(modal, { network: sepolia })).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
    expect(modal.getState().alert?.title).toBe(debug ? 'Network Not Found' : undefined)
  }
})

test('[S8.41] error: rejects with "No ConnectionController client found" before start', async () => {
  const { modal, storage } = createTestModal({ isStarted: false })
  await expect(switchNetwork(modal, { network: optimism })).rejects.toMatchObject({
    code: 'NOT_STARTED',
    shortMessage: 'No ConnectionController client found',
  })
  expect(storage.writes).toEqual([])
})

test('tracks a completed switch, but not a rejected one', async () => {
  const { modal, wallet } = await setUp()
  const seen: unknown[] = []
  watchEvents(modal, ({ event, properties }) => seen.push([event, properties]))
  const declined = codeOf(switchNetwork(modal, { network: optimism }))
  wallet.last('switch').reject(rejection)
  await declined
  wallet.asks.clear()
  await switchNetwork(modal, { network: optimism })
  expect(seen).toEqual([['SWITCH_NETWORK', { caipNetworkId: 'eip155:10' }]])
})

const params = { caipNetworkId: solana.caipNetworkId, navigateTo: 'Connect', navigateWithReplace: true } as const

test('[S2.3] switching to a namespace without a wallet asks first, and then replaces the question with Connect', async () => {
  const { modal } = createMultiWorld()
  await connect(modal, { connectorId: 'eip155.wallet0' })
  open(modal)
  await startSwitch(modal, solana)
  expect(getRoute(modal.getState())).toEqual({ view: 'SwitchActiveChain', params })
  expect(modal.getState().activeNamespace).toBe('eip155')
  await switchActiveChain(modal, params)
  expect(modal.getState().activeNamespace).toBe('solana')
  expect(modal.getState().router.stack.map(({ view }) => view)).toEqual(['Account', 'Connect'])
  expect(getRoute(modal.getState()).params).toEqual({ namespace: 'solana' })
})

test('switching to a namespace with a wallet does not ask', async () => {
  const { modal } = createMultiWorld()
  await connect(modal, { connectorId: 'solana.wallet0' })
  await connect(modal, { connectorId: 'eip155.wallet0' })
  open(modal)
  await startSwitch(modal, solana)
  expect(modal.getState().activeNamespace).toBe('solana')
})

test('without any connection switches at once', async () => {
  const { modal } = createMultiWorld()
  open(modal, { view: 'Networks' })
  await startSwitch(modal, solana)
  expect(modal.getState()).toMatchObject({ activeNamespace: 'solana', modal: { open: false } })
})
