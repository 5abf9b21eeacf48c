import type { AdapterInstance } from '@latchkey/core'
import { createEvmWallet, createTestContext, createTestPage } from '@latchkey/testing'
import { http } from 'viem'
import { mainnet } from 'viem/chains'
import { describe, expect, test, vi } from 'vitest'
import { createConfig } from 'wagmi'
import { createNetwork } from '../test/createNetwork.js'
import { createEvmInstance } from './createEvmInstance.js'
import { createWagmiInstance } from './wagmi/config/createWagmiInstance.js'

const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Paired', namespaces: ['eip155'] } as const
const chain = { id: 1, name: 'One', rpcUrl: 'http://127.0.0.1:1' }
const { signal } = new AbortController()

const overPage = (): AdapterInstance =>
  createEvmInstance(createTestContext({ networks: [createNetwork(1, chain.rpcUrl)] }))
const overWagmi = (): AdapterInstance => {
  vi.stubGlobal('window', new EventTarget())
  const config = createConfig({ chains: [mainnet], transports: { 1: http(chain.rpcUrl) }, connectors: [] })
  return createWagmiInstance({ config, context: createTestContext() })
}

describe.each([
  ['the wallets of the page', overPage],
  ['a wagmi config', overWagmi],
])('over %s', (_, create) => {
  const setUp = async () => {
    const instance = create()
    const wallet = createEvmWallet({
      name: 'Scripted',
      rdns: 'example.scripted',
      accounts: [`0x${'1'.repeat(64)}`],
      chains: [chain],
    })
    const connector = await instance.createConnector?.(meta, wallet.provider)
    if (!connector) throw new Error('No connector was made.')
    return { instance, wallet, connector }
  }

  test('a connector over a provider is the caller’s own, and does what an injected one does', async () => {
    const { instance, wallet, connector } = await setUp()
    expect([connector.meta, instance.getConnectors()]).toEqual([meta, []])
    const { accounts, caipNetworkId } = await connector.connect({ namespace: 'eip155', silent: false, signal })
    expect([accounts.length, caipNetworkId]).toEqual([1, 'eip155:1'])
    const network = createNetwork(1, chain.rpcUrl)
    const request = {
      account: accounts[0],
      network,
      signal,
      message: 'Hello',
    } as const
    expect(await connector.features['message:sign']?.(request)).toMatch(/^0x[\da-f]{130}$/)
    expect(await connector.getProvider({ namespace: 'eip155' })).toBe(wallet.provider)
    instance.destroy()
  })

  test('a wallet that lets go is told by it', async () => {
    const { instance, wallet, connector } = await setUp()
    const heard: string[] = []
    connector.on('disconnect', ({ namespace }) => heard.push(namespace))
    await connector.connect({ namespace: 'eip155', silent: false, signal })
    wallet.disconnectSite()
    await expect.poll(() => heard).toEqual(['eip155'])
    expect(instance.getConnectors()).toEqual([])
    instance.destroy()
  })
})

test('[S5.24] without a provider on the page there is no "Browser Wallet"', async () => {
  const timers: (() => void)[] = []
  const setTimeout = (run: () => void): (() => void) => {
    timers.push(run)
    return () => undefined
  }
  const start = (page: ReturnType<typeof createTestPage>): AdapterInstance =>
    createEvmInstance(createTestContext({ page, env: { setTimeout } }))
  const empty = start(createTestPage())
  for (const run of timers.splice(0)) run()
  expect(empty.getConnectors()).toEqual([])
  const page = createTestPage()
  page.ethereum = { request: async () => [] }
  const full = start(page)
  for (const run of timers.splice(0)) run()
  expect(full.getConnectors().map(({ meta: { name } }) => name)).toEqual(['Browser Wallet'])
})
