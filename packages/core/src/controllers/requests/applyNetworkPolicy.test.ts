import { expect, test } from 'vitest'
import type { Modal } from '../../modal/modal.js'
import { createTestModal, type TestModal, type TestModalOptions } from '../../testing/createTestModal.js'
import { createTestWallet, type TestWallet } from '../../testing/createTestWallet.js'
import { mainnet, optimism, unknownId } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { disconnect } from '../connection/disconnect.js'
import { addNetwork, removeNetwork } from '../network/networks.js'
import { switchNetwork } from '../network/switch.js'
import { close, getRoute, open } from '../shell/actions.js'

async function setUp(options: TestModalOptions = {}): Promise<TestModal> {
  const world = createTestModal(options)
  await connect(world.modal, { connectorId: 'org.example.wallet' })
  return world
}

const shown = (modal: Modal): string | undefined => {
  const state = modal.getState()
  return state.modal.open ? getRoute(state).view : undefined
}

const goTo = (wallet: TestWallet, caipNetworkId: 'eip155:1' | 'eip155:10' | typeof unknownId): void =>
  wallet.emit('change', { namespace: 'eip155', caipNetworkId })

test('[S4.17] an unsupported network opens the view for it, which closes when the wallet is back', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  expect(shown(modal)).toBe('UnsupportedChain')
  goTo(wallet, 'eip155:10')
  expect(shown(modal)).toBeUndefined()
})

test.each<[string, TestModalOptions]>([
  ['network switching is off', { enableNetworkSwitch: false }],
  ['unsupported chains are allowed', { allowUnsupportedChain: true }],
])('[S4.17] not when %s', async (_, options) => {
  const { modal, wallet } = await setUp(options)
  goTo(wallet, unknownId)
  expect(shown(modal)).toBeUndefined()
  open(modal)
  expect(shown(modal)).toBe('Account')
})

test('takes the place of whatever is shown, and can not be gone back from', async () => {
  const { modal, wallet } = await setUp()
  open(modal)
  open(modal, { view: 'Networks' })
  goTo(wallet, unknownId)
  expect(modal.getState().router.stack.map(({ view }) => view)).toEqual(['UnsupportedChain'])
})

test('opening the modal while the wallet is there shows it too', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  close(modal, { force: true })
  open(modal)
  expect(shown(modal)).toBe('UnsupportedChain')
  open(modal, { view: 'Networks' })
  expect(shown(modal)).toBe('Networks')
})

test('going from one unsupported network to another changes nothing', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  const { router } = modal.getState()
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:888888' })
  expect(modal.getState().router).toBe(router)
})

test('disconnecting leaves it', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  await disconnect(modal)
  expect(shown(modal)).toBeUndefined()
})

test('switching from it closes it', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  await switchNetwork(modal, { network: mainnet })
  expect(shown(modal)).toBeUndefined()
})

test('adding the network closes it, removing the wallet’s network opens it', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  addNetwork(modal, { ...mainnet, id: 999999, caipNetworkId: unknownId, name: 'Theirs' })
  expect(shown(modal)).toBeUndefined()
  removeNetwork(modal, unknownId)
  expect(shown(modal)).toBe('UnsupportedChain')
})

test('a view that another thing opened is not closed when the wallet moves between supported networks', async () => {
  const { modal, wallet } = await setUp()
  open(modal)
  goTo(wallet, 'eip155:10')
  expect(shown(modal)).toBe('Account')
})

test('a wallet that is not in the active namespace opens nothing, until its namespace is looked at', async () => {
  const { modal, wallet } = await setUp()
  await connect(modal, { connectorId: 'org.example.sol' })
  goTo(wallet, unknownId)
  expect(shown(modal)).toBeUndefined()
  open(modal, { namespace: 'eip155' })
  expect(shown(modal)).toBe('UnsupportedChain')
})

test('a wallet that connects on an unsupported network is asked', async () => {
  const { modal } = await setUp({ wallets: [createTestWallet({ caipNetworkId: unknownId })], networks: [optimism] })
  expect(shown(modal)).toBe('UnsupportedChain')
})

test('a view that the app closed by force stays closed when a wallet of another family is restored', async () => {
  const { modal, wallet, solWallet } = await setUp()
  goTo(wallet, unknownId)
  close(modal, { force: true })
  solWallet.isAuthorised = true
  await connect(modal, { connectorId: 'org.example.sol', silent: true })
  expect(shown(modal)).toBeUndefined()
})
