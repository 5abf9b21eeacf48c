import { expect, test, vi } from 'vitest'
import { RelayUnreachableError } from '../../errors/pairing.js'
import { createTestModal, restored, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestPairing, type TestPairing } from '../../testing/createTestPairing.js'
import { createTestStorage } from '../../testing/createTestStorage.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { settle } from '../../testing/settle.js'
import { getAccount } from '../account/getAccount.js'
import { watchEvents } from '../events/watchEvents.js'
import { close } from '../router/close.js'
import { goBack } from '../router/goBack.js'
import { push } from '../router/navigate.js'
import { open } from '../router/open.js'
import { getRoute } from '../router/state.js'
import { getRecentWalletIds } from '../wallets/getRecentWalletIds.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { getConnection } from './getConnection.js'
import { startConnect } from './startConnect.js'
import { startPairing } from './startPairing.js'
import { deadlines } from './state.js'
import { switchConnection } from './switchConnection.js'

type World = TestModal & { readonly pairing: TestPairing }

const code = { uri: `wc:${'a'.repeat(64)}@2?relay-protocol=irn&symKey=${'b'.repeat(64)}`, expiresAt: 1_700_000_240_000 }
const next = { ...code, uri: code.uri.replace('aa', 'cc') }
const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

function setUp({
  pairing = createTestPairing(),
  ...options
}: TestModalOptions & { pairing?: TestPairing } = {}): World {
  return { ...createTestModal({ plugins: [pairing.plugin], ...options }), pairing }
}

const statusOf = ({ modal }: World): readonly (string | undefined)[] =>
  (['eip155', 'solana'] as const).map((name) => modal.getState().namespaces[name]?.connection.status)

test('shows the codes as they come, connects every family in which the wallet agreed, and closes', async () => {
  const world = setUp()
  const { modal, pairing } = world
  open(modal, { view: 'ConnectingWalletConnect' })
  const flow = startPairing(modal)
  expect(modal.getState().ask).toEqual({ kind: 'pair', connectorId: 'walletConnect' })
  await settle()
  expect(pairing.last().namespaces).toEqual(['eip155', 'solana'])
  pairing.last().onCode(code)
  expect(modal.getState().ask).toMatchObject({ kind: 'pair', code })
  pairing.last().onCode(next)
  expect(modal.getState().ask).toMatchObject({ kind: 'pair', code: next })
  pairing.last().approve('eip155', 'solana')
  expect(await flow).toMatchObject([
    { connectorId: 'walletConnect', namespace: 'eip155', approvedCaipNetworkIds: ['eip155:1'] },
    { connectorId: 'walletConnect', namespace: 'solana', caipNetworkId: solanaId },
  ])
  expect(statusOf(world)).toEqual(['connected', 'connected'])
  expect(modal.getState()).toMatchObject({ ask: undefined, modal: { open: false }, activeNamespace: 'eip155' })
})

test('of the families that were asked for only those count in which the wallet agreed', async () => {
  const world = setUp()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('solana', 'cosmos')
  expect(await flow).toMatchObject([{ namespace: 'solana' }])
  expect(statusOf(world)).toEqual(['disconnected', 'connected'])
  expect(world.modal.getState().activeNamespace).toBe('solana')
})

test('the active family is asked for first; with a namespace it is the only one', async () => {
  const { modal, pairing } = setUp({ defaultNetwork: solanaId })
  void startPairing(modal)
  await settle()
  expect(pairing.last().namespaces).toEqual(['solana', 'eip155'])
  void startPairing(modal, { namespace: 'eip155' })
  await settle()
  expect(pairing.last().namespaces).toEqual(['eip155'])
})

test('of a modal that shows one family only that one is asked for', async () => {
  const { modal, pairing } = setUp()
  open(modal, { namespace: 'solana' })
  await startConnect(modal, { connectorId: 'walletConnect' })
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingWalletConnect', params: { namespace: 'solana' } })
  expect(pairing.requests).toEqual([])
  void startPairing(modal)
  await settle()
  expect(pairing.last().namespaces).toEqual(['solana'])
})

test('a view that is mounted twice shares one pairing', async () => {
  const { modal, pairing } = setUp()
  const flows = [startPairing(modal, { walletId: 'w1' }), startPairing(modal, { walletId: 'w1' })]
  await settle()
  pairing.last().onCode(code)
  flows.push(startPairing(modal, { walletId: 'w1' }))
  expect(modal.getState().ask).toMatchObject({ code, walletId: 'w1' })
  expect(pairing.requests).toHaveLength(1)
  pairing.last().approve('eip155')
  const [first, ...others] = await Promise.all(flows)
  expect(first).toHaveLength(1)
  for (const other of others) expect(other).toBe(first)
})

test('a view that a listener mounts at once joins the pairing that showed it', async () => {
  const { modal, pairing } = setUp()
  const joined: unknown[] = []
  modal.subscribe((state, before) => {
    if (getRoute(state).view === 'ConnectingWalletConnect' && state.router !== before.router)
      joined.push(startPairing(modal))
  })
  const flow = startPairing(modal)
  await settle()
  expect(joined).toEqual([flow])
  expect(pairing.requests).toHaveLength(1)
})

test('another wallet takes the place of the one before, whose codes and answers change nothing any more', async () => {
  const { modal, pairing } = setUp()
  const first = startPairing(modal, { walletId: 'w1' })
  await settle()
  const old = pairing.last()
  const second = startPairing(modal, { walletId: 'w2' })
  await settle()
  expect(old.signal.reason).toMatchObject({ code: 'ABORTED' })
  pairing.last().onCode(next)
  old.onCode(code)
  old.approve('eip155')
  expect(await first).toBeUndefined()
  expect(modal.getState().ask).toMatchObject({ walletId: 'w2', code: next })
  pairing.last().approve('solana')
  expect(await second).toMatchObject([{ namespace: 'solana' }])
})

test('leaving the view ends it and leaves nothing to tell', async () => {
  const world = setUp()
  const { modal, pairing, clock } = world
  open(modal)
  push(modal, { view: 'ConnectingWalletConnect', params: undefined })
  const flow = startPairing(modal)
  await settle()
  goBack(modal)
  expect(pairing.last().signal.reason).toMatchObject({ code: 'ABORTED' })
  expect(await flow).toBeUndefined()
  expect(modal.getState()).toMatchObject({ ask: undefined, modal: { open: true } })
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
  expect(clock.pending()).toBe(0)
})

test('closing the modal ends it with "Modal closed"; so does its end', async () => {
  for (const end of ['close', 'destroy'] as const) {
    const { modal, pairing } = setUp()
    const flow = startPairing(modal)
    await settle()
    if (end === 'close') close(modal)
    else modal.destroy()
    expect(pairing.last().signal.aborted).toBe(true)
    if (end === 'close') expect(pairing.last().signal.reason).toMatchObject({ code: 'MODAL_CLOSED' })
    expect(await flow).toBeUndefined()
    expect(modal.getState().ask).toBeUndefined()
  }
})

test('[S9.14] a failure stays in the view; a retry is made after a second and no sooner', async () => {
  const { modal, pairing, clock } = setUp()
  const flow = startPairing(modal)
  await settle()
  pairing.last().onCode(code)
  pairing.last().fail(new RelayUnreachableError({ details: 'offline' }))
  expect(await flow).toBeUndefined()
  expect(getRoute(modal.getState()).view).toBe('ConnectingWalletConnect')
  expect(modal.getState().ask).toMatchObject({ kind: 'pair', error: { code: 'RELAY_UNREACHABLE' } })
  await clock.advance(400)
  const retry = startPairing(modal)
  expect(modal.getState().ask).toEqual({ kind: 'pair', connectorId: 'walletConnect' })
  await clock.advance(599)
  expect(pairing.requests).toHaveLength(1)
  await clock.advance(1)
  expect(pairing.requests).toHaveLength(2)
  pairing.last().approve('eip155')
  expect(await retry).toHaveLength(1)
})

test('who leaves may come back at once', async () => {
  const { modal, pairing } = setUp()
  void startPairing(modal)
  await settle()
  close(modal)
  await settle()
  void startPairing(modal)
  await settle()
  expect(pairing.requests).toHaveLength(2)
})

test('what the wallet declined is "Connection rejected", and is tracked as that', async () => {
  const { modal, pairing } = setUp()
  const seen: unknown[] = []
  watchEvents(modal, ({ event, properties }) => seen.push([event, properties]))
  const flow = startPairing(modal, { walletId: 'w1' })
  await settle()
  pairing.last().fail(rejection)
  await flow
  expect(modal.getState().ask?.error).toEqual({ code: 'CONNECTION_REJECTED', message: 'Connection rejected' })
  expect(seen.slice(-2)).toEqual([
    ['SELECT_WALLET', { connectorId: 'walletConnect', name: 'WalletConnect', walletId: 'w1' }],
    ['USER_REJECTED', { connectorId: 'walletConnect' }],
  ])
})

test('after an hour it is over', async () => {
  const { modal, pairing, clock } = setUp()
  const flow = startPairing(modal)
  await clock.advance(deadlines.pairing - 1)
  expect(pairing.last().signal.aborted).toBe(false)
  await clock.advance(1)
  expect(await flow).toBeUndefined()
  expect(modal.getState().ask?.error?.code).toBe('TIMED_OUT')
  expect(pairing.last().signal.reason).toMatchObject({ code: 'TIMED_OUT' })
})

test.each([{ agreed: [] }, { agreed: ['cosmos'] as const }])(
  'agreeing in nothing that was asked for fails: $agreed',
  async ({ agreed }) => {
    const world = setUp()
    const flow = startPairing(world.modal)
    await settle()
    world.pairing.last().approve(...agreed)
    await flow
    expect(world.modal.getState().ask?.error?.code).toBe('CHAINS_NOT_SUPPORTED')
    expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
  },
)

test('a connector that answers nonsense fails, and so does one that gives no code', async () => {
  const { modal, pairing } = setUp()
  const first = startPairing(modal)
  await settle()
  pairing.last().onCode({ uri: 'javascript:alert(1)', expiresAt: 1 })
  await first
  expect(modal.getState().ask?.error?.code).toBe('INVALID_WALLET_REPLY')
  expect(pairing.last().signal.aborted).toBe(true)
})

test('[S8.47] without a connector that pairs, or where that is off, the view says so', async () => {
  const worlds = [createTestModal(), setUp({ enableWalletConnect: false })]
  for (const { modal } of worlds) {
    open(modal, { view: 'ConnectingWalletConnectBasic' })
    expect(await startPairing(modal)).toBeUndefined()
    expect(modal.getState().ask?.error).toEqual({
      code: 'NO_WALLETCONNECT',
      message: 'WalletConnectConnector not found',
    })
    expect(getRoute(modal.getState()).view).toBe('ConnectingWalletConnectBasic')
  }
})

test('a modal that does not have a family of the connector does not ask for it; without any it says so', async () => {
  const { modal, pairing } = setUp({ pairing: createTestPairing(['cosmos', 'polkadot']) })
  await startPairing(modal)
  expect(modal.getState().ask?.error?.code).toBe('CHAINS_NOT_SUPPORTED')
  expect(pairing.requests).toEqual([])
})

test('a family that fails stops no other', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const world = setUp()
  world.pairing.faults.set('eip155', new Error('no account'))
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  expect(await flow).toMatchObject([{ namespace: 'solana' }])
  expect(statusOf(world)).toEqual(['disconnected', 'connected'])
  expect(world.modal.getState()).toMatchObject({ ask: undefined, activeNamespace: 'solana' })
  expect(warn).toHaveBeenCalledTimes(1)
})

test('where all fail the session ends, and the view says why', async () => {
  const world = setUp()
  for (const namespace of ['eip155', 'solana'] as const) world.pairing.faults.set(namespace, new Error('no account'))
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  expect(await flow).toBeUndefined()
  expect(world.modal.getState().ask?.error?.code).toBe('CONNECTOR_FAILED')
  expect([world.pairing.session, world.pairing.disconnects]).toEqual([[], ['eip155']])
})

test('once the wallet has agreed, who closes the modal is connected all the same', async () => {
  const world = setUp()
  const { modal, pairing } = world
  let answer = (): void => undefined
  pairing.gate = new Promise((resolve) => {
    answer = resolve
  })
  const flow = startPairing(modal)
  await settle()
  pairing.last().onCode(code)
  pairing.last().approve('eip155', 'solana')
  await settle()
  expect(modal.getState().ask).not.toHaveProperty('code', code)
  close(modal)
  open(modal, { view: 'Networks' })
  answer()
  expect(await flow).toHaveLength(2)
  expect(statusOf(world)).toEqual(['connected', 'connected'])
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Networks' }] } })
})

test('a wallet that agrees in the moment in which the visitor leaves has its session ended', async () => {
  const world = setUp()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155')
  close(world.modal)
  expect(await flow).toBeUndefined()
  await settle()
  expect([world.pairing.session, world.pairing.disconnects]).toEqual([[], ['eip155']])
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
})

test('who leaves and comes back in one go gets a pairing of their own', async () => {
  const { modal, pairing } = setUp()
  const first = startPairing(modal)
  await settle()
  close(modal)
  const second = startPairing(modal)
  expect(await first).toBeUndefined()
  await settle()
  expect(modal.getState().ask).toEqual({ kind: 'pair', connectorId: 'walletConnect' })
  pairing.last().approve('eip155')
  expect(await second).toHaveLength(1)
  expect(pairing.disconnects).toEqual([])
})

test('[S3.6] the account says which wallet was paired, as long as it is connected', async () => {
  const { modal, pairing } = setUp()
  const icon = 'data:image/png;base64,AAAA'
  pairing.wallet = { name: `  ${'Long \u202ename'.padEnd(200, '!')}`, icon }
  const flow = startPairing(modal)
  await settle()
  pairing.last().approve('eip155')
  await flow
  const { connectedWalletInfo } = getAccount(modal.getState(), 'eip155')
  expect(connectedWalletInfo).toMatchObject({ id: 'walletConnect', type: 'WALLET_CONNECT', icon })
  expect(connectedWalletInfo?.name).toHaveLength(64)
  expect(connectedWalletInfo?.name).not.toContain('\u202e')
  await disconnect(modal)
  expect(getAccount(modal.getState(), 'eip155').connectedWalletInfo).toBeUndefined()
})

test('[S9.3] the wallet of the list that was paired is a recent one; the way to it is none', async () => {
  const { modal, pairing, wallet, storage } = setUp()
  for (const walletId of ['w1', 'w2', 'w2', undefined, 'w3']) {
    const flow = startPairing(modal, { walletId })
    await settle()
    pairing.last().approve('eip155')
    await flow
  }
  expect(getRecentWalletIds(modal.getState())).toEqual(['w3', 'w2'])
  await connect(modal, { connectorId: wallet.connector.meta.id })
  expect(modal.getState().recentConnectorIds).toEqual([wallet.connector.meta.id, 'walletConnect:w3'])
  expect(getRecentWalletIds(setUp({ storage }).modal.getState())).toEqual(['w3'])
})

test('disconnecting in one family ends the session in all, asks once, and complains about nothing', async () => {
  for (const options of [{}, { namespace: 'solana' }, { connectorId: 'walletConnect' }] as const) {
    const world = setUp()
    const flow = startPairing(world.modal)
    await settle()
    world.pairing.last().approve('eip155', 'solana')
    await flow
    const events: string[] = []
    watchEvents(world.modal, ({ event }) => events.push(event))
    await disconnect(world.modal, options)
    expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
    expect(world.pairing.disconnects).toHaveLength(1)
    expect(world.pairing.listenerCount()).toBe(0)
    expect(world.modal.getState().toast).toBeUndefined()
    expect(events).toEqual(['DISCONNECT_SUCCESS', 'DISCONNECT_SUCCESS'])
  }
})

test('a relay that does not confirm is told of once; the session is gone here all the same', async () => {
  const world = setUp()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  await flow
  world.pairing.isReachable = false
  await expect(disconnect(world.modal)).rejects.toMatchObject({
    code: 'DISCONNECT_FAILED',
    shortMessage: 'Failed to disconnect chains: eip155, solana',
  })
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
})

test('a wallet that ends the session ends it in all families, without a toast', async () => {
  const world = setUp()
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  await flow
  open(world.modal, { view: 'Account' })
  world.pairing.end()
  expect(statusOf(world)).toEqual(['disconnected', 'disconnected'])
  expect(world.modal.getState()).toMatchObject({ toast: undefined, modal: { open: false } })
})

test('another wallet in one family leaves the session to the others', async () => {
  const world = setUp()
  const { modal, pairing, wallet } = world
  const flow = startPairing(modal)
  await settle()
  pairing.last().approve('eip155', 'solana')
  await flow
  await connect(modal, { connectorId: wallet.connector.meta.id })
  expect(pairing.disconnects).toEqual([])
  expect(getConnection(modal.getState(), 'solana')?.connectorId).toBe('walletConnect')
  await connect(modal, { connectorId: 'org.example.sol' })
  expect(pairing.disconnects).toEqual(['solana'])
})

test('the next visit takes up the session in all its families, without a word', async () => {
  const storage = createTestStorage()
  const pairing = createTestPairing()
  const first = setUp({ storage, pairing })
  const flow = startPairing(first.modal, { walletId: 'w1' })
  await settle()
  pairing.last().approve('eip155', 'solana')
  await flow
  first.modal.destroy()
  const second = setUp({ storage, pairing })
  expect(statusOf(second)).toEqual(['connecting', 'connecting'])
  await restored()
  expect(statusOf(second)).toEqual(['connected', 'connected'])
  expect(getConnection(second.modal.getState(), 'solana')?.wallet).toEqual({ name: 'Test phone' })
  expect(pairing.requests).toHaveLength(1)
  second.modal.destroy()
  pairing.session = []
  const third = setUp({ storage, pairing })
  await restored()
  expect(statusOf(third)).toEqual(['disconnected', 'disconnected'])
})

test('a pairing that ended is taken up again in the view that pairs', async () => {
  const { modal, pairing } = setUp({ features: { multiWallet: true } })
  const flow = startPairing(modal)
  await settle()
  pairing.last().approve('eip155')
  await flow
  await disconnect(modal)
  expect(await switchConnection(modal, { namespace: 'eip155', connectorId: 'walletConnect' })).toBeUndefined()
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingWalletConnect', params: { namespace: 'eip155' } })
})

test('in a page that shows the modal always, all families are connected', async () => {
  const world = setUp({ enableEmbedded: true })
  open(world.modal, { view: 'ConnectingWalletConnect' })
  const flow = startPairing(world.modal)
  await settle()
  world.pairing.last().approve('eip155', 'solana')
  expect(await flow).toHaveLength(2)
  expect(getRoute(world.modal.getState()).view).toBe('Account')
})

test('with several wallets at once the pairing comes beside the wallet of the page', async () => {
  const other = createTestWallet({ id: 'other' })
  const { modal, pairing } = setUp({ wallets: [other], features: { multiWallet: true } })
  await connect(modal, { connectorId: 'other' })
  const flow = startPairing(modal, { namespace: 'eip155' })
  await settle()
  pairing.last().approve('eip155')
  await flow
  expect(modal.getState().namespaces.eip155?.others.map(({ connectorId }) => connectorId)).toEqual(['other'])
  expect(other.count('disconnect')).toBe(0)
})

test('a new pairing takes the place of the one before, whatever that had', async () => {
  const world = setUp({ defaultNetwork: solanaId })
  const { modal, pairing } = world
  const first = startPairing(modal)
  await settle()
  pairing.last().approve('eip155', 'solana')
  await first
  pairing.wallet = { name: 'Another phone' }
  const second = startPairing(modal)
  await settle()
  expect(statusOf(world)).toEqual(['connected', 'connected'])
  pairing.last().approve('eip155')
  expect(await second).toMatchObject([{ namespace: 'eip155', wallet: { name: 'Another phone' } }])
  expect(statusOf(world)).toEqual(['connected', 'disconnected'])
  expect(modal.getState()).toMatchObject({ activeNamespace: 'eip155', modal: { open: false }, ask: undefined })
  expect(pairing.disconnects).toEqual([])
})

test('a wallet that lets go while another is paired with leaves the code where it is', async () => {
  const world = setUp()
  const { modal, pairing, wallet } = world
  await connect(modal, { connectorId: wallet.connector.meta.id })
  void startPairing(modal)
  await settle()
  pairing.last().onCode(code)
  wallet.emit('disconnect', { namespace: 'eip155' })
  expect(statusOf(world)[0]).toBe('disconnected')
  expect(modal.getState()).toMatchObject({ modal: { open: true }, ask: { kind: 'pair', code } })
})
