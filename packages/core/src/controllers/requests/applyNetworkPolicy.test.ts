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

test('[S4.17] an unsupported network opens UnsupportedChain, which closes on a supported one', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  expect(shown(modal)).toBe('UnsupportedChain')
  goTo(wallet, 'eip155:10')
  expect(shown(modal)).toBeUndefined()
})

test.each<[string, TestModalOptions]>([
  ['network switching is off', { enableNetworkSwitch: false }],
  ['unsupported chains are allowed', { allowUnsupportedChain: true }],
])('[S4.17] an unsupported network opens no view if %s', async (_, options) => {
  const { modal, wallet } = await setUp(options)
  goTo(wallet, unknownId)
  expect(shown(modal)).toBeUndefined()
  open(modal)
  expect(shown(modal)).toBe('Account')
})

test('UnsupportedChain replaces the whole view stack', async () => {
  const { modal, wallet } = await setUp()
  open(modal)
  open(modal, { view: 'Networks' })
  goTo(wallet, unknownId)
  expect(modal.getState().router.stack.map(({ view }) => view)).toEqual(['UnsupportedChain'])
})

test('opening the modal on an unsupported network shows UnsupportedChain', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  close(modal, { force: true })
  open(modal)
  expect(shown(modal)).toBe('UnsupportedChain')
  open(modal, { view: 'Networks' })
  expect(shown(modal)).toBe('Networks')
})

test('switching from one unsupported network to another changes nothing', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  const { router } = modal.getState()
  wallet.emit('change', { namespace: 'eip155', caipNetworkId: 'eip155:888888' })
  expect(modal.getState().router).toBe(router)
})

test('disconnecting closes UnsupportedChain', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  await disconnect(modal)
  expect(shown(modal)).toBeUndefined()
})

test('switching to a supported network closes UnsupportedChain', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  await switchNetwork(modal, { network: mainnet })
  expect(shown(modal)).toBeUndefined()
})

test('adding the wallet’s network closes UnsupportedChain, removing it opens the view', async () => {
  const { modal, wallet } = await setUp()
  goTo(wallet, unknownId)
  addNetwork(modal, { ...mainnet, id: 999999, caipNetworkId: unknownId, name: 'Theirs' })
  expect(shown(modal)).toBeUndefined()
  removeNetwork(modal, unknownId)
  expect(shown(modal)).toBe('UnsupportedChain')
})

test('switching between supported networks leaves another open view open', async () => {
  const { modal, wallet } = await setUp()
  open(modal)
  goTo(wallet, 'eip155:10')
  expect(shown(modal)).toBe('Account')
})

test('a wallet in an inactive namespace opens no view until the modal is opened for that namespace', async () => {
  const { modal, wallet } = await setUp()
  await connect(modal, { connectorId: 'org.example.sol' })
  goTo(wallet, unknownId)
  expect(shown(modal)).toBeUndefined()
  open(modal, { namespace: 'eip155' })
  expect(shown(modal)).toBe('UnsupportedChain')
})

test('a wallet that connects on an unsupported network opens UnsupportedChain', async () => {
  const { modal } = await setUp({ wallets: [createTestWallet({ caipNetworkId: unknownId })], networks: [optimism] })
  expect(shown(modal)).toBe('UnsupportedChain')
})

test('a view closed with force stays closed when a wallet of another namespace is restored', async () => {
  const { modal, wallet, solWallet } = await setUp()
  goTo(wallet, unknownId)
  close(modal, { force: true })
  solWallet.isAuthorised = true
  await connect(modal, { connectorId: 'org.example.sol', silent: true })
  expect(shown(modal)).toBeUndefined()
})
