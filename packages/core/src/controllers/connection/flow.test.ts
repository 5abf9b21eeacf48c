import { expect, test, vi } from 'vitest'
import { timeouts } from '../../modal/timeouts.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createTestWallet, rejection, type TestWallet } from '../../testing/createTestWallet.js'
import { optimism, unknownId } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { switchNetwork } from '../network/switch.js'
import { close, getRoute, goBack, open, watchEvents } from '../shell/actions.js'
import { prepareConnect } from '../wallets/connectors.js'
import { connect } from './connect.js'
import { startConnect } from './flow.js'

const connectorId = 'org.example.wallet'

/** Opens the modal on its wallet list; the wallets ask before they connect. */
function setUp(): TestModal & { readonly other: ReturnType<typeof createTestWallet> } {
  const other = createTestWallet({ id: 'other', asks: ['connect'] })
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['connect'] }), other] })
  open(world.modal)
  return { ...world, other }
}

test('shows the waiting view and what is asked, and closes when connected', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingExternal', params: { connectorId } })
  expect(modal.getState().ask).toEqual({ kind: 'connect', connectorId })
  wallet.last('connect').approve()
  expect(await flow).toMatchObject({ connectorId })
  expect(modal.getState().modal.open).toBe(false)
})

test('a failure stays in the view, which may try again', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  wallet.last('connect').reject(rejection)
  expect(await flow).toBeUndefined()
  expect(getRoute(modal.getState()).view).toBe('ConnectingExternal')
  expect(modal.getState().ask?.error).toEqual({ code: 'CONNECTION_REJECTED', message: 'Connection rejected' })

  const again = startConnect(modal, { connectorId })
  expect(modal.getState().ask).toEqual({ kind: 'connect', connectorId })
  expect(modal.getState().router.stack).toHaveLength(2)
  wallet.last('connect').approve()
  expect(await again).toBeDefined()
})

test('no answer is a failure too', async () => {
  const { modal, clock } = setUp()
  const flow = startConnect(modal, { connectorId })
  await clock.advance(timeouts.approval)
  await flow
  expect(modal.getState().ask?.error?.code).toBe('TIMED_OUT')
})

test('a wallet that is not there is a failure too', async () => {
  const { modal } = setUp()
  await startConnect(modal, { connectorId: 'gone' })
  expect(modal.getState().ask).toMatchObject({ connectorId: 'gone', error: { code: 'CONNECTOR_NOT_FOUND' } })
})

test('trying again while the first request hangs shows the answer to the second', async () => {
  const { modal, wallet } = setUp()
  const first = startConnect(modal, { connectorId })
  const second = startConnect(modal, { connectorId })
  await first
  expect(modal.getState().ask).toEqual({ kind: 'connect', connectorId })
  wallet.last('connect').reject(rejection)
  await second
  expect(modal.getState().ask?.error?.code).toBe('CONNECTION_REJECTED')
})

test('an attempt of the app in the same namespace leaves the view, which would wait for nothing', async () => {
  const { modal, other } = setUp()
  const flow = startConnect(modal, { connectorId })
  const attempt = connect(modal, { connectorId: 'other' })
  expect(await flow).toBeUndefined()
  expect(getRoute(modal.getState()).view).toBe('Connect')
  expect(modal.getState()).toMatchObject({ ask: undefined, modal: { open: true } })
  other.last('connect').reject(rejection)
  await expect(attempt).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  expect(getRoute(modal.getState()).view).toBe('Connect')
})

test('leaving the view ends the request, and leaves nothing to tell', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  goBack(modal)
  expect(wallet.last('connect').signal.reason).toMatchObject({ code: 'ABORTED' })
  await flow
  expect(modal.getState()).toMatchObject({ ask: undefined, modal: { open: true } })
  expect(modal.getState().namespaces.eip155?.connection).toEqual({ status: 'disconnected' })
})

test('[S8.3] closing the modal ends the request with "Modal closed", restores the state, and a late yes changes nothing', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  close(modal)
  expect(wallet.last('connect').signal.reason).toMatchObject({ code: 'MODAL_CLOSED', shortMessage: 'Modal closed' })
  expect(await flow).toBeUndefined()
  wallet.last('connect').approve()
  await settle()
  expect(modal.getState()).toMatchObject({
    ask: undefined,
    modal: { open: false },
    router: { stack: [{ view: 'Connect' }] },
  })
  expect(modal.getState().namespaces.eip155?.connection).toEqual({ status: 'disconnected' })
})

test('closing the modal while a second wallet is asked keeps the first one connected', async () => {
  const { modal, wallet, other } = setUp()
  const first = startConnect(modal, { connectorId })
  wallet.last('connect').approve()
  await first
  open(modal, { view: 'Connect' })
  const second = startConnect(modal, { connectorId: 'other' })
  close(modal)
  await second
  other.last('connect').approve()
  await settle()
  expect(modal.getState().namespaces.eip155?.connection).toMatchObject({
    status: 'connected',
    connection: { connectorId },
  })
})

test('a wallet on a refused network is connected, and the modal asks for another network', async () => {
  const { modal, wallet } = setUp()
  wallet.caipNetworkId = unknownId
  const flow = startConnect(modal, { connectorId })
  wallet.last('connect').approve()
  expect(await flow).toBeDefined()
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'UnsupportedChain' }] } })
})

test('closing while the wallet is asked for the chosen network: connected, and a modal opened since stays open', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { modal, wallet } = setUp()
  await switchNetwork(modal, { network: optimism })
  wallet.asks.add('switch')
  const flow = startConnect(modal, { connectorId })
  wallet.last('connect').approve()
  await vi.waitFor(() => wallet.last('switch'))
  close(modal)
  open(modal, { view: 'Networks' })
  wallet.last('switch').reject(rejection)
  expect(await flow).toMatchObject({ connectorId })
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Networks' }] } })
})

test('leaves no listener behind, however it ends', async () => {
  for (const end of ['approve', 'reject'] as const) {
    const { modal, wallet, clock } = setUp()
    const flow = startConnect(modal, { connectorId })
    wallet.last('connect')[end](rejection)
    await flow
    open(modal, { view: 'Networks' })
    await settle()
    expect([wallet.last('connect').signal.aborted, clock.pending()]).toEqual([false, 0])
  }
})

test('the choice and its outcome are tracked', async () => {
  const { modal, wallet } = setUp()
  const seen: unknown[] = []
  watchEvents(modal, ({ event, properties }) => seen.push([event, properties]))
  const flow = startConnect(modal, { connectorId })
  wallet.last('connect').reject(rejection)
  await flow
  expect(seen).toEqual([
    ['SELECT_WALLET', { connectorId, name: 'Example Wallet' }],
    ['USER_REJECTED', { connectorId }],
  ])
})

test('when it went well nothing is being asked any more', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  expect(modal.getState().ask).toMatchObject({ kind: 'connect', connectorId })
  wallet.last('connect').approve()
  await flow
  expect(modal.getState().ask).toBeUndefined()
})

test('opens the modal where it is closed', async () => {
  const { modal, wallet } = setUp()
  close(modal)
  const flow = startConnect(modal, { connectorId })
  expect(modal.getState()).toMatchObject({
    modal: { open: true },
    router: { stack: [{ view: 'ConnectingExternal', params: { connectorId } }] },
  })
  wallet.last('connect').approve()
  expect(await flow).toMatchObject({ connectorId })
  expect(modal.getState().modal.open).toBe(false)
})

function withPrepare(id: string, prepare: () => void): TestWallet {
  const wallet = createTestWallet({ id })
  return { ...wallet, connector: { ...wallet.connector, prepare } }
}

test('tells that connector alone, and leaves the state as it is', () => {
  const prepared: string[] = []
  const wallets = ['a', 'b'].map((id) => withPrepare(id, () => void prepared.push(id)))
  const { modal } = createTestModal({ wallets: [...wallets, createTestWallet({ id: 'plain' })] })
  const before = modal.getState()
  for (const connectorId of ['b', 'plain', 'nobody']) prepareConnect(modal, { connectorId })
  expect(prepared).toEqual(['b'])
  expect(modal.getState()).toBe(before)
})

test('one that throws is a warning', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const cause = new Error('broken')
  const broken = withPrepare('a', () => {
    throw cause
  })
  prepareConnect(createTestModal({ wallets: [broken] }).modal, { connectorId: 'a' })
  expect(warn).toHaveBeenCalledWith('[latchkey]', cause)
  warn.mockRestore()
})
