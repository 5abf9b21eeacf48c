import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { createModalCore } from '../../modal/createModalCore.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import { createTestEnv, createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { optimism, solana } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import {
  close,
  getRoute,
  goBack,
  open,
  pop,
  popTransaction,
  push,
  pushTransaction,
  replace,
  reset,
  setLoading,
  shake,
  watchEvents,
} from './actions.js'
import type { Route } from './state.js'

test('[S2.12] goBack shows the previous view, and closes the modal on the last one', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, { view: 'Networks', params: undefined })
  push(modal, { view: 'SwitchNetwork', params: { caipNetworkId: 'eip155:10' } })
  goBack(modal)
  expect(getRoute(modal.getState()).view).toBe('Networks')
  goBack(modal)
  expect(getRoute(modal.getState()).view).toBe('Connect')
  expect(modal.getState().modal.open).toBe(true)
  goBack(modal)
  expect(modal.getState().modal.open).toBe(false)
})

test('[S2.13] closing resets the router to Connect', () => {
  const { modal } = createTestModal()
  open(modal, { view: 'Networks' })
  push(modal, { view: 'SwitchNetwork', params: { caipNetworkId: 'eip155:10' } })
  expect(close(modal)).toBe(true)
  expect(modal.getState().router.stack).toEqual([{ view: 'Connect', params: undefined }])
})

test('[S4.8] tracks open, loading and shake separately, and resets all three on close', () => {
  const { modal } = createTestModal()
  expect(modal.getState().modal).toEqual({ open: false, loading: false, shake: false })
  open(modal)
  setLoading(modal, true)
  shake(modal)
  expect(modal.getState().modal).toEqual({ open: true, loading: true, shake: true })
  setLoading(modal, false)
  expect(modal.getState().modal).toEqual({ open: true, loading: false, shake: true })
  close(modal)
  expect(modal.getState().modal).toEqual({ open: false, loading: false, shake: false })
})

test('closing a closed modal changes nothing', () => {
  const { modal } = createTestModal()
  const before = modal.getState()
  expect(close(modal)).toBe(true)
  expect(modal.getState()).toBe(before)
})

test('a guarded view shakes instead of closing, unless the app forces it to close', () => {
  const { modal } = createTestModal()
  modal[internals].guards.add(({ router }) => router.stack[0].view !== 'UnsupportedChain')
  open(modal, { view: 'UnsupportedChain' })
  expect(close(modal)).toBe(false)
  expect(modal.getState().modal).toEqual({ open: true, loading: false, shake: true })
  goBack(modal)
  expect(modal.getState().modal.open).toBe(true)
  expect(close(modal, { force: true })).toBe(true)
  open(modal, { view: 'Networks' })
  expect(close(modal)).toBe(true)
})

test('one guard among several is enough to keep the modal open', () => {
  const { modal } = createTestModal()
  const guard = (): boolean => false
  modal[internals].guards.add(() => true).add(guard)
  open(modal)
  expect(close(modal)).toBe(false)
  modal[internals].guards.delete(guard)
  expect(close(modal)).toBe(true)
})

test('[S2.21] the shake lasts 500 ms', async () => {
  const { modal, clock } = createTestModal()
  open(modal)
  shake(modal)
  await clock.advance(499)
  expect(modal.getState().modal.shake).toBe(true)
  await clock.advance(1)
  expect(modal.getState().modal.shake).toBe(false)
})

test('ten close attempts in a row cause a single shake', async () => {
  const { modal, clock } = createTestModal()
  modal[internals].guards.add(() => false)
  open(modal)
  for (let press = 0; press < 10; press++) {
    close(modal)
    await clock.advance(40)
  }
  expect(clock.pending()).toBe(1)
  await clock.advance(100)
  expect(modal.getState().modal).toMatchObject({ open: true, shake: false })
})

test('a modal that was closed during a shake shakes for the full 500 ms after reopening', async () => {
  const { modal, clock } = createTestModal()
  modal[internals].guards.add(() => false)
  open(modal)
  close(modal)
  await clock.advance(100)
  close(modal, { force: true })
  open(modal)
  close(modal)
  expect(modal.getState().modal.shake).toBe(true)
  await clock.advance(499)
  expect(modal.getState().modal.shake).toBe(true)
  await clock.advance(1)
  expect(modal.getState().modal.shake).toBe(false)
})

const connectorId = 'org.example.wallet'

const shown = (modal: Modal): string => getRoute(modal.getState()).view

test('[S2.7] opening with another namespace activates it together with its network', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  open(modal, { namespace: 'solana' })
  expect(modal.getState().activeNamespace).toBe('solana')
  expect(getNetwork(modal.getState())).toEqual(solana)
  expect(shown(modal)).toBe('Connect')
  open(modal, { namespace: 'eip155' })
  expect(getNetwork(modal.getState())?.caipNetworkId).toBe('eip155:1')
  expect(shown(modal)).toBe('Account')
})

test('[S2.9] opens on an explicit view with its arguments', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  open(modal, { view: 'Networks' })
  expect(shown(modal)).toBe('Networks')
  open(modal, { view: 'ConnectingExternal', arguments: { connectorId } })
  expect(modal.getState().router.stack).toEqual([{ view: 'ConnectingExternal', params: { connectorId } }])
})

test('[S2.10] opens on Account for a connected user', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  open(modal)
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Account' }] } })
})

test('[S2.11] opens on Connect without a connection', () => {
  const { modal } = createTestModal()
  open(modal)
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Connect' }] } })
})

test.each([
  ['AllWallets on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'AllWallets'],
  ['AllWallets on Android', 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'AllWallets'],
  ['pairing on a desktop', 'Mozilla/5.0 (X11; Linux x86_64)', 'ConnectingWalletConnectBasic'],
])('[S2.8] without an adapter and an account, opens %s', (_, userAgent, view) => {
  const window = (): Window => Object.assign(new EventTarget(), { navigator: { userAgent } }) as unknown as Window
  const modal = createModalCore({ adapters: [], env: { ...createTestEnv(), window } })
  open(modal)
  expect(shown(modal)).toBe(view)
})

test('without an adapter and a window, opens pairing', () => {
  const modal = createModalCore({ adapters: [], env: createTestEnv() })
  open(modal)
  expect(shown(modal)).toBe('ConnectingWalletConnectBasic')
})

test('[S8.48] throws and stays closed if the requested namespace has no adapter', () => {
  const { modal } = createTestModal()
  expect(() => open(modal, { namespace: 'cosmos' })).toThrow(
    expect.objectContaining({ shortMessage: "Adapter for namespace cosmos doesn't exist" }),
  )
  expect(modal.getState().modal.open).toBe(false)
})

test('opening again discards the previous view stack', () => {
  const { modal } = createTestModal({ defaultNetwork: optimism.caipNetworkId })
  open(modal, { view: 'Networks' })
  open(modal)
  expect(modal.getState().router.stack).toEqual([{ view: 'Connect', params: undefined }])
})

test('tracks opening and closing once each, with whether the user is connected', async () => {
  const { modal } = createTestModal()
  const seen: unknown[] = []
  watchEvents(modal, ({ event, properties }) => seen.push([event, properties]))
  open(modal)
  open(modal, { view: 'Networks' })
  close(modal)
  await connect(modal, { connectorId, silent: true }).catch(() => {})
  await connect(modal, { connectorId })
  open(modal)
  close(modal)
  expect(seen.filter((entry) => String((entry as unknown[])[0]).startsWith('MODAL'))).toEqual([
    ['MODAL_OPEN', { connected: false }],
    ['MODAL_CLOSE', { connected: false }],
    ['MODAL_OPEN', { connected: true }],
    ['MODAL_CLOSE', { connected: true }],
  ])
})

const account: Route = { view: 'Account', params: undefined }

const networks: Route = { view: 'Networks', params: undefined }

const viewsOf = (modal: Modal): readonly string[] => modal.getState().router.stack.map(({ view }) => view)

test('push adds a view on top, and ignores the current one', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, networks)
  const before = modal.getState()
  push(modal, networks)
  expect([viewsOf(modal), modal.getState() === before]).toEqual([['Connect', 'Networks'], true])
})

test('replace swaps the top view, even if it is the only one', () => {
  const { modal } = createTestModal()
  open(modal)
  replace(modal, account)
  expect(viewsOf(modal)).toEqual(['Account'])
  push(modal, networks)
  replace(modal, { view: 'Connect', params: undefined })
  expect(viewsOf(modal)).toEqual(['Account', 'Connect'])
})

test('reset leaves only the given view', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, networks)
  reset(modal, account)
  expect(viewsOf(modal)).toEqual(['Account'])
})

test('pop returns whether it removed a view', () => {
  const { modal } = createTestModal()
  open(modal)
  push(modal, networks)
  expect([pop(modal), pop(modal), viewsOf(modal)]).toEqual([true, false, ['Connect']])
})

test('the view stack is never empty, whatever the sequence of actions', () => {
  type Step = (modal: Modal) => void
  const step = constantFrom<Step>(
    (modal) => push(modal, account),
    (modal) => push(modal, networks),
    (modal) => replace(modal, account),
    (modal) => reset(modal, networks),
    (modal) => open(modal),
    goBack,
    (modal) => close(modal),
  )
  assert(
    property(array(step), (steps) => {
      const { modal } = createTestModal()
      open(modal)
      for (const run of steps) run(modal)
      expect(viewsOf(modal).length).toBeGreaterThan(0)
    }),
  )
})

function setUp(): TestModal & { readonly calls: string[] } {
  const calls: string[] = []
  const world = createTestModal()
  open(world.modal, { view: 'Account' })
  pushTransaction(world.modal, {
    onSuccess: () => calls.push('success'),
    onError: () => calls.push('error'),
    onCancel: () => calls.push('cancel'),
  })
  push(world.modal, { view: 'Networks', params: undefined })
  return { ...world, calls }
}

test('[S4.19] after a request the modal closes when the transaction stack is empty, otherwise the stack is popped', () => {
  for (const outcome of ['success', 'error'] as const) {
    const { modal, calls } = setUp()
    popTransaction(modal, outcome)
    expect([calls, modal.getState().modal.open]).toEqual([[outcome], true])
    popTransaction(modal, outcome)
    expect([calls, modal.getState().modal.open]).toEqual([[outcome], false])
  }
})

test.each(['error', 'cancel'] as const)('after %s the previous view is shown', (outcome) => {
  const { modal, calls } = setUp()
  popTransaction(modal, outcome)
  expect([calls, modal.getState().router.stack.map(({ view }) => view)]).toEqual([[outcome], ['Account']])
})

test('after success the view stack is left to the callback', () => {
  const { modal } = setUp()
  popTransaction(modal, 'success')
  expect(modal.getState().router.stack).toHaveLength(2)
})

test('popTransaction ends the newest request first', () => {
  const { modal, calls } = setUp()
  pushTransaction(modal, { onSuccess: () => calls.push('second') })
  popTransaction(modal, 'success')
  popTransaction(modal, 'success')
  expect(calls).toEqual(['second', 'success'])
})

test('callbacks are optional', () => {
  const { modal } = createTestModal()
  open(modal)
  pushTransaction(modal, {})
  expect(() => popTransaction(modal, 'success')).not.toThrow()
  expect(modal.getState().modal.open).toBe(true)
})
