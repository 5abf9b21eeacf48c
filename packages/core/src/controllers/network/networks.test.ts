import { expect, test } from 'vitest'
import { getNetwork, getNetworkState } from '../../modal/namespaces.js'
import { createTestModal } from '../../testing/createTestModal.js'
import { mainnet, mainnetInput, optimism, sepolia, solana } from '../../testing/networks.js'
import { connect } from '../connection/connect.js'
import { addNetwork, removeNetwork } from './networks.js'

const namesOf = ({ networks }: { readonly networks: readonly { readonly name: string }[] }): readonly string[] =>
  networks.map(({ name }) => name)

test('[S5.16] adding a network requires an adapter for its namespace', () => {
  const { modal } = createTestModal()
  addNetwork(modal, sepolia)
  expect(namesOf(modal.getState())).toEqual(['Ethereum', 'OP Mainnet', 'Solana', 'Sepolia'])
  const before = modal.getState()
  expect(() => addNetwork(modal, { ...mainnet, chainNamespace: 'cosmos', caipNetworkId: 'cosmos:hub' })).toThrow(
    expect.objectContaining({ code: 'ADAPTER_NOT_FOUND' }),
  )
  expect(modal.getState()).toBe(before)
})

test('[S5.16] removing a network requires an adapter for its namespace', () => {
  const { modal } = createTestModal()
  removeNetwork(modal, 'eip155:10')
  expect(namesOf(modal.getState())).toEqual(['Ethereum', 'Solana'])
  for (const id of ['cosmos:hub', 'garbage'])
    expect(() => removeNetwork(modal, id as never)).toThrow(expect.objectContaining({ code: 'ADAPTER_NOT_FOUND' }))
})

test('adding a network with an existing ID replaces that network', () => {
  const { modal } = createTestModal()
  addNetwork(modal, { ...mainnetInput, name: 'Mine' })
  expect(namesOf(modal.getState())).toEqual(['Mine', 'OP Mainnet', 'Solana'])
})

test('an added network is routed through the RPC service like the others', () => {
  const { modal } = createTestModal({ services: { rpc: 'https://rpc.example.org' } })
  addNetwork(modal, { ...sepolia, id: 8453, caipNetworkId: 'eip155:8453' })
  expect(modal.getState().networks.at(-1)?.rpcUrls.default.http).toEqual([
    'https://rpc.example.org/v1/?chainId=eip155%3A8453',
  ])
})

test('removing the selected network falls back to the first one', () => {
  const { modal } = createTestModal({ defaultNetwork: 'eip155:10' })
  removeNetwork(modal, 'eip155:10')
  expect(modal.getState().namespaces.eip155?.network).toEqual({ caipNetworkId: 'eip155:1', isChosen: false })
})

test('removing an unknown network changes no selection', () => {
  const { modal } = createTestModal()
  const { namespaces } = modal.getState()
  removeNetwork(modal, 'eip155:56')
  expect(modal.getState().namespaces).toBe(namespaces)
})

test('after all networks of a namespace were removed, the first one added is selected', () => {
  const { modal } = createTestModal()
  removeNetwork(modal, 'eip155:1')
  removeNetwork(modal, 'eip155:10')
  expect(getNetwork(modal.getState(), 'eip155')).toBeUndefined()
  addNetwork(modal, sepolia)
  expect(getNetwork(modal.getState(), 'eip155')?.name).toBe('Sepolia')
})

test('[S3.7] the network state has a namespace’s current, requested and approved networks', async () => {
  const { modal, wallet } = createTestModal()
  expect(getNetworkState(modal.getState())).toEqual({
    caipNetwork: mainnet,
    caipNetworkId: 'eip155:1',
    supportsAllNetworks: true,
    approvedCaipNetworkIds: undefined,
    smartAccountEnabledNetworks: [],
    requestedCaipNetworks: [mainnet, optimism],
  })
  wallet.reply = { accounts: wallet.accounts, caipNetworkId: 'eip155:10', approvedCaipNetworkIds: ['eip155:10'] }
  await connect(modal, { connectorId: 'org.example.wallet' })
  expect(getNetworkState(modal.getState())).toMatchObject({
    caipNetwork: optimism,
    supportsAllNetworks: false,
    approvedCaipNetworkIds: ['eip155:10'],
  })
  expect(getNetworkState(modal.getState(), 'solana')).toMatchObject({
    caipNetwork: solana,
    supportsAllNetworks: true,
    requestedCaipNetworks: [solana],
  })
  expect(getNetworkState(modal.getState(), 'cosmos')).toMatchObject({
    caipNetwork: undefined,
    requestedCaipNetworks: [],
  })
})
