import { expect, test, vi } from 'vitest'
import { apiVersion, type ConnectorPlugin, type PluginContext } from '../contracts/adapter.js'
import type { ConnectorMeta } from '../contracts/connector.js'
import { connect } from '../controllers/connection/connect.js'
import { addNetwork } from '../controllers/network/networks.js'
import { updateFeatures } from '../controllers/shell/features.js'
import { createTestChain } from '../testing/createTestChain.js'
import { createTestEnv, createTestModal } from '../testing/createTestModal.js'
import { createTestWallet, type TestWallet } from '../testing/createTestWallet.js'
import { mainnet, optimism, sepolia, solana } from '../testing/networks.js'
import { createModalCore } from './createModalCore.js'

const idsOf = ({ connectors }: { readonly connectors: readonly ConnectorMeta[] }): readonly string[] =>
  connectors.map((meta) => meta.id)

function toPlugin(wallet: TestWallet, onSetup: (context: PluginContext) => void = () => {}): ConnectorPlugin {
  return {
    kind: 'connector',
    apiVersion,
    name: wallet.connector.meta.name,
    setup(context) {
      onSetup(context)
      return wallet.connector
    },
  }
}

test('connectors that are there at the start are listed', () => {
  const { modal } = createTestModal()
  expect(modal.getInitialState().connectors).toEqual([])
  expect(idsOf(modal.getState())).toEqual(['org.example.wallet', 'org.example.sol'])
})

test('a connector is listed as plain data: id, type, name, icon, rdns and namespaces', () => {
  const icon = 'data:image/png;base64,AA=='
  const wallet = createTestWallet({ id: 'w', name: 'W', type: 'ANNOUNCED', icon, rdns: 'io.w' })
  const { modal } = createTestModal({ wallets: [wallet] })
  expect(modal.getState().connectors[0]).toEqual({
    id: 'w',
    name: 'W',
    type: 'ANNOUNCED',
    icon,
    rdns: 'io.w',
    namespaces: ['eip155'],
  })
})

test('connectors come and go while the modal lives', () => {
  const { modal, evm } = createTestModal()
  const late = createTestWallet({ id: 'late' })
  evm.announce(late.connector)
  expect(idsOf(modal.getState())).toContain('late')
  evm.withdraw(late.connector)
  expect(idsOf(modal.getState())).not.toContain('late')
})

test('the first connector with an id keeps it, also when the second goes', async () => {
  const first = createTestWallet({ id: 'same', name: 'First' })
  const second = createTestWallet({ id: 'same', name: 'Second' })
  const { modal, evm } = createTestModal({ wallets: [first] })
  evm.announce(second.connector)
  expect(
    modal
      .getState()
      .connectors.filter((meta) => meta.id === 'same')
      .map((meta) => meta.name),
  ).toEqual(['First'])
  evm.withdraw(second.connector)
  await connect(modal, { connectorId: 'same' })
  expect([first.count('connect'), second.count('connect')]).toEqual([1, 0])
})

test('a connector that is replaced by one with its id is found under it', async () => {
  const before = createTestWallet({ id: 'same', name: 'Before' })
  const after = createTestWallet({ id: 'same', name: 'After' })
  const { modal, evm } = createTestModal({ wallets: [before] })
  evm.withdraw(before.connector)
  evm.announce(after.connector)
  await connect(modal, { connectorId: 'same' })
  expect([before.count('connect'), after.count('connect')]).toEqual([0, 1])
})

test('a connector that left is its adapter’s to end', () => {
  const { modal, evm } = createTestModal()
  const passing = createTestWallet({ id: 'passing' })
  evm.announce(passing.connector)
  evm.withdraw(passing.connector)
  modal.destroy()
  expect(passing.destroyCount).toBe(0)
})

test('a connector that spans chains is a plugin of its own', () => {
  const wallet = createTestWallet({ id: 'pairing', type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] })
  const modal = createModalCore({ adapters: [toPlugin(wallet)], env: createTestEnv() })
  modal.start()
  expect(idsOf(modal.getState())).toEqual(['pairing'])
  modal.destroy()
  expect(wallet.destroyCount).toBe(1)
})

test('a plugin that fails to set up is reported and stops no other', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const error = new Error('cannot start')
  const broken = toPlugin(createTestWallet(), () => {
    throw error
  })
  const { modal } = createTestModal()
  const chain = createTestChain({ namespace: 'eip155', networks: [mainnet] })
  const other = createModalCore({ adapters: [broken, chain.plugin], debug: true, env: createTestEnv() })
  other.start()
  expect([other.getState().status, chain.setupCount]).toEqual(['ready', 1])
  expect(warn).toHaveBeenCalledWith('[latchkey]', error)
  expect(modal.getState().status).toBe('ready')
})

test('a plugin sees its own networks as they are now, and the settings meant for it', () => {
  const chain = createTestChain({ namespace: 'eip155', networks: [mainnet] })
  const sol = createTestChain({ namespace: 'solana', networks: [solana] })
  const spanning = { networks: (): readonly string[] => [] }
  const pairing = toPlugin(createTestWallet({ id: 'pairing' }), (context) => {
    spanning.networks = () => context.getNetworks().map((network) => network.name)
  })
  const modal = createModalCore({
    adapters: [chain.plugin, sol.plugin, pairing],
    networks: [optimism],
    projectId: 'p1',
    enableEIP6963: false,
    env: createTestEnv(),
  })
  modal.start()
  addNetwork(modal, sepolia)
  expect(chain.context?.getNetworks().map((network) => network.name)).toEqual(['OP Mainnet', 'Ethereum', 'Sepolia'])
  expect(sol.context?.getNetworks().map((network) => network.name)).toEqual(['Solana'])
  expect(spanning.networks()).toEqual(['OP Mainnet', 'Ethereum', 'Solana', 'Sepolia'])
  expect(chain.context?.options).toMatchObject({ projectId: 'p1', enableEIP6963: false, id: 'latchkey' })
})

test('a warning of a plugin reaches the developer, named faults by their code', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { evm } = createTestModal()
  evm.context?.warn('odd')
  expect(warn).toHaveBeenCalledWith('[latchkey]', 'odd')
})

test('[S6.3] a wallet whose site rejects the page leaves no login on offer, whatever the app turns on later', () => {
  let context: PluginContext | undefined
  const own = toPlugin(createTestWallet({ id: 'own' }), (given) => {
    context = given
  })
  const { modal } = createTestModal({ plugins: [own] })
  expect(context?.hasLogins()).toBe(true)
  context?.barLogins()
  updateFeatures(modal, { email: true, socials: ['google'], swaps: false })
  expect(context?.hasLogins()).toBe(false)
  expect(modal.getState().features).toMatchObject({ email: false, socials: false, swaps: false })
})
