import { createModalCore } from '@latchkey/core'
import { devPrivateKey, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { custom } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getBlockNumber, getChainId } from 'wagmi/actions'
import { createNetwork } from '../../../test/createNetwork.js'
import { createWagmiPages, disconnected, readWagmi, type WagmiPages } from '../../../test/createWagmiPages.js'
import { evm } from '../../adapter.js'
import { createWagmiConfig } from './createWagmiConfig.js'

let chains: readonly [RunningAnvil, RunningAnvil]

let pages: WagmiPages

beforeAll(async () => {
  chains = await Promise.all([startAnvil({ chainId: 31_337 }), startAnvil({ chainId: 31_338 })])
})

beforeEach(() => {
  pages = createWagmiPages({ chains, accounts: [devPrivateKey(0), devPrivateKey(1)] })
})

afterEach(() => {
  expect(pages.close()).toBe(0)
})

afterAll(async () => {
  for (const chain of chains) await chain.stop()
})

describe('the config', () => {
  test('has the chains of the modal, with the viem-only fields that the app passes', () => {
    const modal = createModalCore({ networks: [mainnet], adapters: [evm()] })
    expect(createWagmiConfig(modal).chains[0]).not.toHaveProperty('contracts')
    const [chain] = createWagmiConfig(modal, { chains: [mainnet] }).chains
    expect(chain.contracts).toEqual(mainnet.contracts)
    expect(chain.rpcUrls.default.http).toEqual([...mainnet.rpcUrls.default.http])
  })

  test('keeps the viem-only fields of the chains of evm(), for names, multicall and rollup transactions', () => {
    const { chains } = createWagmiConfig(createModalCore({ adapters: [evm({ networks: [mainnet, optimism] })] }))
    expect(chains).toMatchObject([
      { id: 1, contracts: mainnet.contracts },
      { id: 10, contracts: optimism.contracts, formatters: optimism.formatters },
    ])
    expect(chains[0]).not.toHaveProperty('chainNamespace')
  })

  test('reads through the transport that the app passes', async () => {
    const modal = createModalCore({ networks: [createNetwork(1, 'http://127.0.0.1:1')], adapters: [evm()] })
    const config = createWagmiConfig(modal, { transports: { 1: custom({ request: async () => '0x7' }) } })
    expect(await getBlockNumber(config)).toBe(7n)
  })

  test('falls back to the networks’ own RPC URLs if the RPC service fails', async () => {
    const modal = createModalCore({
      services: { rpc: { url: 'http://127.0.0.1:1', networkIds: ['eip155:31337'] } },
      networks: [createNetwork(31_337, chains[0].url)],
      adapters: [evm()],
    })
    expect(await getBlockNumber(createWagmiConfig(modal))).toBeGreaterThanOrEqual(0n)
  })

  test('starts on the default network of the modal', () => {
    const modal = createModalCore({
      networks: [createNetwork(1, 'http://127.0.0.1:1'), createNetwork(10, 'http://127.0.0.1:1')],
      defaultNetwork: 'eip155:10',
      adapters: [evm()],
    })
    expect(getChainId(createWagmiConfig(modal))).toBe(10)
  })

  test('is disconnected when the modal is destroyed', async () => {
    const { config, modal } = await pages.loadConnected()
    modal.destroy()
    expect(readWagmi(config)).toEqual(disconnected)
    expect(config.connectors).toHaveLength(1)
  })

  test('error: ADAPTER_NOT_FOUND for a modal without EVM networks', () => {
    const modal = createModalCore({ adapters: [] })
    expect(() => createWagmiConfig(modal)).toThrow(expect.objectContaining({ code: 'ADAPTER_NOT_FOUND' }))
  })

  test('is independent of the config of another modal', async () => {
    const one = await pages.loadConnected()
    const two = pages.load()
    expect(readWagmi(two.config)).toEqual(disconnected)
    expect(readWagmi(one.config)).toMatchObject({ status: 'connected' })
  })
})
