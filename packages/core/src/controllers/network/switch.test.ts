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

test('[S4.15] on the same chain family the wallet switches; on another that becomes active and its account shows', async () => {
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

test('without a wallet the choice is kept, shown and stored', async () => {
  const { modal, storage } = createTestModal()
  await switchNetwork(modal, { network: 'eip155:10' })
  expect(modal.getState().namespaces.eip155?.network).toEqual({ caipNetworkId: 'eip155:10', isChosen: true })
  expect(getCaipNetworkId(modal.getState())).toBe('eip155:10')
  expect(storage.entries.get('latchkey/state')).toContain('"networks":{"eip155":"eip155:10"}')
})

test('a wallet that is there already is not asked', async () => {
  const { modal, wallet } = await setUp()
  await switchNetwork(modal, { network: mainnet })
  expect(wallet.count('switch')).toBe(0)
})

test.each<[string, unknown, string]>([
  ['declines', rejection, 'USER_REJECTED'],
  ['does not know the chain', { code: 4902 }, 'CHAIN_UNRECOGNIZED'],
  ['fails', new Error('broken'), 'CONNECTOR_FAILED'],
])('a wallet that %s stays where it is', async (_, cause, code) => {
  const { modal, wallet } = await setUp()
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  wallet.last('switch').reject(cause)
  expect(await switching).toBe(code)
  expect(getCaipNetworkId(modal.getState())).toBe('eip155:1')
})

test('declining a network of another family leaves the active one', async () => {
  const { modal, wallet } = await setUp()
  await connect(modal, { connectorId: 'org.example.sol' })
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  wallet.last('switch').reject(rejection)
  await switching
  expect(modal.getState().activeNamespace).toBe('solana')
})

test('no answer ends at the deadline', async () => {
  const { modal, clock } = await setUp()
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  await clock.advance(timeouts.approval)
  expect([await switching, getCaipNetworkId(modal.getState())]).toEqual(['TIMED_OUT', 'eip155:1'])
})

test('of two requests the newer counts', async () => {
  const { modal, wallet } = await setUp({ networks: [sepolia] })
  const older = codeOf(switchNetwork(modal, { network: optimism }))
  const newer = codeOf(switchNetwork(modal, { network: sepolia }))
  wallet.requests.find(({ action }) => action === 'switch')?.approve()
  wallet.last('switch').approve()
  expect([await older, await newer]).toEqual(['ABORTED', 'ok'])
  expect(getCaipNetworkId(modal.getState())).toBe(sepolia.caipNetworkId)
})

test('the caller may end it', async () => {
  const { modal, wallet } = await setUp()
  const controller = new AbortController()
  const switching = codeOf(switchNetwork(modal, { network: optimism, signal: controller.signal }))
  controller.abort()
  expect(await switching).toBe('ABORTED')
  wallet.last('switch').approve()
  await settle()
  expect(getCaipNetworkId(modal.getState())).toBe('eip155:1')
})

test('disconnecting meanwhile ends it', async () => {
  const { modal } = await setUp()
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  await disconnect(modal)
  expect([await switching, getCaipNetworkId(modal.getState())]).toEqual(['ABORTED', 'eip155:1'])
})

test('taking another wallet meanwhile: the answer of the first is not written to the second', async () => {
  const [a, b] = [createTestWallet({ id: 'a', asks: ['switch'] }), createTestWallet({ id: 'b' })]
  const { modal } = createTestModal({ wallets: [a, b] })
  await connect(modal, { connectorId: 'a' })
  const switching = codeOf(switchNetwork(modal, { network: optimism }))
  await connect(modal, { connectorId: 'b' })
  a.last('switch').approve()
  expect([await switching, getCaipNetworkId(modal.getState())]).toEqual(['ABORTED', 'eip155:1'])
})

test('a wallet without the ability is named', async () => {
  const { modal, wallet } = await setUp()
  Object.assign(wallet.connector.features, { 'network:switch': undefined })
  await expect(switchNetwork(modal, { network: optimism })).rejects.toMatchObject({
    shortMessage: 'Example Wallet does not support "network:switch".',
  })
})

test('[S8.18] an unknown network raises the alert "Network Not Found", shown while debug is on', async () => {
  for (const debug of [true, false]) {
    const { modal } = createTestModal({ debug })
    await expect(switchNetwork(modal, { network: sepolia })).rejects.toMatchObject({ code: 'NETWORK_NOT_FOUND' })
    expect(modal.getState().alert?.title).toBe(debug ? 'Network Not Found' : undefined)
  }
})

test('[S8.41] before start it is refused with "No ConnectionController client found"', async () => {
  const { modal, storage } = createTestModal({ isStarted: false })
  await expect(switchNetwork(modal, { network: optimism })).rejects.toMatchObject({
    code: 'NOT_STARTED',
    shortMessage: 'No ConnectionController client found',
  })
  expect(storage.writes).toEqual([])
})

test('the switch is tracked once it is done, not when it is declined', async () => {
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

test('[S2.3] to leave for a family without a wallet the visitor is asked, and then comes to Connect in place of the question', async () => {
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

test('a family with a wallet is switched to without a question', async () => {
  const { modal } = createMultiWorld()
  await connect(modal, { connectorId: 'solana.wallet0' })
  await connect(modal, { connectorId: 'eip155.wallet0' })
  open(modal)
  await startSwitch(modal, solana)
  expect(modal.getState().activeNamespace).toBe('solana')
})

test('while nothing is connected the choice is made at once', async () => {
  const { modal } = createMultiWorld()
  open(modal, { view: 'Networks' })
  await startSwitch(modal, solana)
  expect(modal.getState()).toMatchObject({ activeNamespace: 'solana', modal: { open: false } })
})
