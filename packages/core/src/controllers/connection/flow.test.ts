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

test('shows the connecting view with the open request, and closes when connected', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  expect(getRoute(modal.getState())).toEqual({ view: 'ConnectingExternal', params: { connectorId } })
  expect(modal.getState().ask).toEqual({ kind: 'connect', connectorId })
  wallet.last('connect').approve()
  expect(await flow).toMatchObject({ connectorId })
  expect(modal.getState().modal.open).toBe(false)
})

test('a failure is shown in the view, which can retry', async () => {
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

test('a timeout is shown as a failure', async () => {
  const { modal, clock } = setUp()
  const flow = startConnect(modal, { connectorId })
  await clock.advance(timeouts.approval)
  await flow
  expect(modal.getState().ask?.error?.code).toBe('TIMED_OUT')
})

test('an unknown connector is shown as a failure', async () => {
  const { modal } = setUp()
  await startConnect(modal, { connectorId: 'gone' })
  expect(modal.getState().ask).toMatchObject({ connectorId: 'gone', error: { code: 'CONNECTOR_NOT_FOUND' } })
})

test('a retry while the first request is open shows the outcome of the second', async () => {
  const { modal, wallet } = setUp()
  const first = startConnect(modal, { connectorId })
  const second = startConnect(modal, { connectorId })
  await first
  expect(modal.getState().ask).toEqual({ kind: 'connect', connectorId })
  wallet.last('connect').reject(rejection)
  await second
  expect(modal.getState().ask?.error?.code).toBe('CONNECTION_REJECTED')
})

test('an attempt by the app in the same namespace ends the flow and leaves its view', async () => {
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

test('leaving the view aborts the request, and shows no error', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  goBack(modal)
  expect(wallet.last('connect').signal.reason).toMatchObject({ code: 'ABORTED' })
  await flow
  expect(modal.getState()).toMatchObject({ ask: undefined, modal: { open: true } })
  expect(modal.getState().namespaces.eip155?.connection).toEqual({ status: 'disconnected' })
})

test('[S8.3] closing the modal aborts the request with "Modal closed", and a late approval changes nothing', async () => {
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

test('closing the modal during a request to a second wallet keeps the first one connected', async () => {
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

test('a wallet on an unsupported network connects, and the modal shows UnsupportedChain', async () => {
  const { modal, wallet } = setUp()
  wallet.caipNetworkId = unknownId
  const flow = startConnect(modal, { connectorId })
  wallet.last('connect').approve()
  expect(await flow).toBeDefined()
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'UnsupportedChain' }] } })
})

test('closing during the network switch still connects, and a modal opened since stays open', async () => {
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

test('leaves no listener or timer behind after an approval or a rejection', async () => {
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

test('tracks the selection and its outcome', async () => {
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

test('no request is open after a successful connect', async () => {
  const { modal, wallet } = setUp()
  const flow = startConnect(modal, { connectorId })
  expect(modal.getState().ask).toMatchObject({ kind: 'connect', connectorId })
  wallet.last('connect').approve()
  await flow
  expect(modal.getState().ask).toBeUndefined()
})

test('opens the modal if it is closed', async () => {
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

test('prepareConnect calls prepare of that connector only, and does not change the state', () => {
  const prepared: string[] = []
  const wallets = ['a', 'b'].map((id) => withPrepare(id, () => void prepared.push(id)))
  const { modal } = createTestModal({ wallets: [...wallets, createTestWallet({ id: 'plain' })] })
  const before = modal.getState()
  for (const connectorId of ['b', 'plain', 'nobody']) prepareConnect(modal, { connectorId })
  expect(prepared).toEqual(['b'])
  expect(modal.getState()).toBe(before)
})

test('prepareConnect logs a warning if the connector throws', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const cause = new Error('broken')
  const broken = withPrepare('a', () => {
    throw cause
  })
  prepareConnect(createTestModal({ wallets: [broken] }).modal, { connectorId: 'a' })
  expect(warn).toHaveBeenCalledWith('[latchkey]', cause)
  warn.mockRestore()
})
