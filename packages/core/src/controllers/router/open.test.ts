import { expect, test } from 'vitest'
import { createModalCore } from '../../modal/createModalCore.js'
import type { Modal } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import { createTestEnv, createTestModal } from '../../testing/createTestModal.js'
import { optimism, solana } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { watchEvents } from '../shell/events.js'
import { close, getRoute, open } from '../shell/router.js'

const connectorId = 'org.example.wallet'
const shown = (modal: Modal): string => getRoute(modal.getState()).view

test('[S2.7] a requested namespace that is not the active one becomes it, with its network', async () => {
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

test('[S2.9] an explicit view is shown, with its arguments', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  open(modal, { view: 'Networks' })
  expect(shown(modal)).toBe('Networks')
  open(modal, { view: 'ConnectingExternal', arguments: { connectorId } })
  expect(modal.getState().router.stack).toEqual([{ view: 'ConnectingExternal', params: { connectorId } }])
})

test('[S2.10] a connected visitor sees Account', async () => {
  const { modal } = createTestModal()
  await connect(modal, { connectorId })
  open(modal)
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Account' }] } })
})

test('[S2.11] otherwise Connect is shown', () => {
  const { modal } = createTestModal()
  open(modal)
  expect(modal.getState()).toMatchObject({ modal: { open: true }, router: { stack: [{ view: 'Connect' }] } })
})

test.each([
  ['AllWallets on an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'AllWallets'],
  ['AllWallets on Android', 'Mozilla/5.0 (Linux; Android 16; Pixel 9)', 'AllWallets'],
  ['pairing on a desktop', 'Mozilla/5.0 (X11; Linux x86_64)', 'ConnectingWalletConnectBasic'],
])('without an adapter and an address: %s', (_, userAgent, view) => {
  const window = (): Window => Object.assign(new EventTarget(), { navigator: { userAgent } }) as unknown as Window
  const modal = createModalCore({ adapters: [], env: { ...createTestEnv(), window } })
  open(modal)
  expect(shown(modal)).toBe(view)
})

test('without an adapter and without a window: pairing', () => {
  const modal = createModalCore({ adapters: [], env: createTestEnv() })
  open(modal)
  expect(shown(modal)).toBe('ConnectingWalletConnectBasic')
})

test('[S8.48] a namespace without an adapter is refused, and nothing opens', () => {
  const { modal } = createTestModal()
  expect(() => open(modal, { namespace: 'cosmos' })).toThrow(
    expect.objectContaining({ shortMessage: "Adapter for namespace cosmos doesn't exist" }),
  )
  expect(modal.getState().modal.open).toBe(false)
})

test('opening starts anew: nothing is left to go back to', () => {
  const { modal } = createTestModal({ defaultNetwork: optimism.caipNetworkId })
  open(modal, { view: 'Networks' })
  open(modal)
  expect(modal.getState().router.stack).toEqual([{ view: 'Connect', params: undefined }])
})

test('opening is tracked once, with whether the visitor is connected', async () => {
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
