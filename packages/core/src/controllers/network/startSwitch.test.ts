import { expect, test } from 'vitest'
import { getCaipNetworkId } from '../../modal/namespaces.js'
import { createTestModal, type TestModal } from '../../testing/createTestModal.js'
import { createTestWallet, rejection } from '../../testing/createTestWallet.js'
import { optimism, sepolia, unknownId } from '../../testing/networks.js'
import { settle } from '../../testing/settle.js'
import { connect } from '../connection/connect.js'
import { close, goBack, open, push } from '../shell/actions.js'
import { startSwitch } from './switch.js'

/** The user opened the network list from the account; the wallet asks before it switches. */
async function setUp(): Promise<TestModal> {
  const world = createTestModal({ wallets: [createTestWallet({ asks: ['switch'] })] })
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  open(world.modal)
  push(world.modal, { view: 'Networks', params: undefined })
  return world
}

const viewsOf = ({ modal }: TestModal): readonly string[] => modal.getState().router.stack.map(({ view }) => view)

test('shows SwitchNetwork while the wallet is asked, then returns to the previous view', async () => {
  const world = await setUp()
  const flow = startSwitch(world.modal, optimism)
  expect(viewsOf(world)).toEqual(['Account', 'Networks', 'SwitchNetwork'])
  expect(world.modal.getState().router.stack[2]?.params).toEqual({ caipNetworkId: 'eip155:10' })
  expect(world.modal.getState().ask).toEqual({ kind: 'switch', caipNetworkId: 'eip155:10' })
  world.wallet.last('switch').approve()
  await flow
  expect(viewsOf(world)).toEqual(['Account'])
  expect(getCaipNetworkId(world.modal.getState())).toBe('eip155:10')
})

test('without a wallet selects the network at once, and does not show SwitchNetwork', async () => {
  const world = createTestModal()
  open(world.modal)
  push(world.modal, { view: 'Networks', params: undefined })
  await startSwitch(world.modal, optimism)
  expect(viewsOf(world)).toEqual(['Connect'])
  expect(getCaipNetworkId(world.modal.getState())).toBe('eip155:10')
})

test('a network list opened by the app closes after the selection', async () => {
  const { modal } = createTestModal()
  open(modal, { view: 'Networks' })
  await startSwitch(modal, optimism)
  expect(modal.getState().modal.open).toBe(false)
})

test('selecting the current network goes back, without a wallet request', async () => {
  const world = await setUp()
  await startSwitch(world.modal, world.modal.getState().networks[0] ?? optimism)
  expect([viewsOf(world), world.wallet.count('switch')]).toEqual([['Account'], 0])
})

test('a rejection is shown in the view, and a retry makes a new request', async () => {
  const world = await setUp()
  const flow = startSwitch(world.modal, optimism)
  world.wallet.last('switch').reject(rejection)
  await flow
  expect(viewsOf(world).at(-1)).toBe('SwitchNetwork')
  expect(world.modal.getState().ask?.error?.code).toBe('USER_REJECTED')
  const again = startSwitch(world.modal, optimism)
  expect(world.modal.getState().ask?.error).toBeUndefined()
  world.wallet.last('switch').approve()
  await again
  expect(viewsOf(world)).toEqual(['Account'])
})

test('a retry while the first request is open shows the outcome of the second', async () => {
  const world = await setUp()
  const first = startSwitch(world.modal, optimism)
  const second = startSwitch(world.modal, optimism)
  await first
  world.wallet.last('switch').reject(rejection)
  await second
  expect(world.modal.getState().ask?.error?.code).toBe('USER_REJECTED')
})

test('leaving the view ends the request, and a late approval changes nothing', async () => {
  const world = await setUp()
  const flow = startSwitch(world.modal, optimism)
  goBack(world.modal)
  await flow
  world.wallet.last('switch').approve()
  await settle()
  expect([viewsOf(world), getCaipNetworkId(world.modal.getState())]).toEqual([['Account', 'Networks'], 'eip155:1'])
  expect(world.modal.getState().ask).toBeUndefined()
})

test('[S8.3] closing the modal aborts the request with "Modal closed", and the network stays', async () => {
  const world = await setUp()
  const flow = startSwitch(world.modal, optimism)
  close(world.modal)
  expect(world.wallet.last('switch').signal.reason).toMatchObject({
    code: 'MODAL_CLOSED',
    shortMessage: 'Modal closed',
  })
  await flow
  expect(getCaipNetworkId(world.modal.getState())).toBe('eip155:1')
})

test('an unknown network is shown as a failure', async () => {
  const world = createTestModal()
  open(world.modal, { view: 'Networks' })
  await startSwitch(world.modal, sepolia)
  expect(world.modal.getState().ask?.error?.code).toBe('NETWORK_NOT_FOUND')
})

test('from UnsupportedChain the modal closes when the wallet has switched', async () => {
  const world = await setUp()
  close(world.modal)
  world.wallet.emit('change', { namespace: 'eip155', caipNetworkId: unknownId })
  const flow = startSwitch(world.modal, optimism)
  expect(viewsOf(world)).toEqual(['UnsupportedChain', 'SwitchNetwork'])
  world.wallet.last('switch').approve()
  await flow
  expect(world.modal.getState().modal.open).toBe(false)
})
