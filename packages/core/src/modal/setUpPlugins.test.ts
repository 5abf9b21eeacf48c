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

test('lists the connectors that are available at start', () => {
  const { modal } = createTestModal()
  expect(modal.getInitialState().connectors).toEqual([])
  expect(idsOf(modal.getState())).toEqual(['org.example.wallet', 'org.example.sol'])
})

test('lists a connector as plain data: id, type, name, icon, rdns and namespaces', () => {
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

test('adds and removes connectors at runtime', () => {
  const { modal, evm } = createTestModal()
  const late = createTestWallet({ id: 'late' })
  evm.announce(late.connector)
  expect(idsOf(modal.getState())).toContain('late')
  evm.withdraw(late.connector)
  expect(idsOf(modal.getState())).not.toContain('late')
})

test('the first connector with an id keeps it, even after the second is withdrawn', async () => {
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

test('connects with the replacement of a withdrawn connector that has the same id', async () => {
  const before = createTestWallet({ id: 'same', name: 'Before' })
  const after = createTestWallet({ id: 'same', name: 'After' })
  const { modal, evm } = createTestModal({ wallets: [before] })
  evm.withdraw(before.connector)
  evm.announce(after.connector)
  await connect(modal, { connectorId: 'same' })
  expect([before.count('connect'), after.count('connect')]).toEqual([0, 1])
})

test('does not destroy a connector that its adapter has withdrawn', () => {
  const { modal, evm } = createTestModal()
  const passing = createTestWallet({ id: 'passing' })
  evm.announce(passing.connector)
  evm.withdraw(passing.connector)
  modal.destroy()
  expect(passing.destroyCount).toBe(0)
})

test('a connector for several namespaces is a plugin of its own', () => {
  const wallet = createTestWallet({ id: 'pairing', type: 'WALLET_CONNECT', namespaces: ['eip155', 'solana'] })
  const modal = createModalCore({ adapters: [toPlugin(wallet)], env: createTestEnv() })
  modal.start()
  expect(idsOf(modal.getState())).toEqual(['pairing'])
  modal.destroy()
  expect(wallet.destroyCount).toBe(1)
})

test('a plugin that fails to set up is reported and does not stop the others', () => {
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

test('gives a plugin its current networks and the options it needs', () => {
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

test('a warning of a plugin reaches the developer', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { evm } = createTestModal()
  evm.context?.warn('odd')
  expect(warn).toHaveBeenCalledWith('[latchkey]', 'odd')
})

test('[S6.3] barLogins turns email and social login off, even if the app enables them later', () => {
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
