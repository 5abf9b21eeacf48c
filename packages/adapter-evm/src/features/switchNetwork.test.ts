import { type RunningAnvil, startAnvil } from '@latchkey/devnet'
import {
  createEvmWallet,
  type EvmWallet,
  type EvmWalletOptions,
  rejectionErrors,
  unknownChainErrors,
} from '@latchkey/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { settle } from '../../test/setUpConnector.js'
import { feature, setUpFeatures } from '../../test/setUpFeatures.js'

let second: RunningAnvil
beforeAll(async () => {
  second = await startAnvil({ chainId: 31_338 })
})
afterAll(() => second.stop())

const home = { id: 31_337, rpcUrl: 'http://127.0.0.1:1' }
const target = () => ({ id: 31_338, rpcUrl: second.url })

function createWallet(options: Partial<EvmWalletOptions> = {}): EvmWallet {
  return createEvmWallet({
    name: 'Test',
    rdns: 'io.test',
    accounts: [`0x${'11'.repeat(32)}`],
    chains: [home, target()],
    ...options,
  })
}

async function setUp(wallet: EvmWallet) {
  const network = {
    ...createNetwork(31_338, second.url),
    name: 'Second',
    blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
  }
  const { connector, request, events } = await setUpFeatures(wallet.provider, network)
  const before = wallet.requests.length
  return {
    events,
    network,
    connector,
    request,
    change: () => feature(connector, 'network:switch')(request),
    asked: () => wallet.requests.slice(before).map(({ method }) => method.replace('EthereumChain', '')),
  }
}

describe('a chain that the wallet knows', () => {
  test('is switched to, and the new chain id is verified', async () => {
    const wallet = createWallet()
    const { change, asked, events } = await setUp(wallet)
    await change()
    expect(wallet.chainId).toBe(31_338)
    expect(asked()).toEqual(['wallet_switch', 'eth_chainId'])
    await settle()
    expect(events).toEqual([{ namespace: 'eip155', caipNetworkId: 'eip155:31338' }])
  })

  test('is read again if the wallet replies before it has switched', async () => {
    const wallet = createWallet()
    const { change, asked } = await setUp(wallet)
    wallet.script({ methods: { wallet_switchEthereumChain: { kind: 'reply', value: null } } })
    void vi
      .waitFor(() => expect(asked()).toContain('eth_chainId'), { interval: 5 })
      .then(() => wallet.selectChain(31_338))
    await change()
    expect(asked()).toEqual(['wallet_switch', 'eth_chainId', 'eth_chainId'])
  })

  for (const { name, behaviour } of rejectionErrors)
    test(`is not switched to if the user declines: ${name}`, async () => {
      const wallet = createWallet()
      const { change, asked } = await setUp(wallet)
      wallet.script({ methods: { wallet_switchEthereumChain: behaviour } })
      const code = name.startsWith('5002') ? 'CONNECTOR_FAILED' : 'USER_REJECTED'
      await expect(change()).rejects.toMatchObject({ code })
      expect(asked()).toEqual(['wallet_switch'])
      expect(wallet.chainId).toBe(31_337)
    })

  for (const [code, name] of [
    [-32_002, 'REQUEST_PENDING'],
    [4_100, 'UNAUTHORIZED'],
    [4_900, 'PROVIDER_DISCONNECTED'],
    [-32_005, 'LIMIT_EXCEEDED'],
  ] as const)
    test(`error: ${name} is reported without another prompt`, async () => {
      const wallet = createWallet()
      const { change, asked } = await setUp(wallet)
      wallet.script({ methods: { wallet_switchEthereumChain: { kind: 'throw', value: { code, message: 'no' } } } })
      await expect(change()).rejects.toMatchObject({ code: name })
      expect(asked()).toEqual(['wallet_switch'])
    })
})

describe('a chain that the wallet lacks', () => {
  test('[S4.18] [S7.29] is added with its name, currency, RPC URL and block explorer', async () => {
    const wallet = createWallet({ chains: [home] })
    const { change, asked } = await setUp(wallet)
    await change()
    expect(wallet.chainId).toBe(31_338)
    expect(asked()).toEqual(['wallet_switch', 'wallet_add', 'eth_chainId'])
    const { params } = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain') ?? {}
    expect(params).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Second',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [second.url],
        blockExplorerUrls: ['https://scan.example'],
      },
    ])
  })

  test('is added with its own RPC URLs, not the routed one, and without an empty list of explorers', async () => {
    const wallet = createWallet({ chains: [home] })
    const { connector, request } = await setUp(wallet)
    const network = {
      ...createNetwork(31_338, 'https://rpc.example/v1/?chainId=eip155:31338&projectId=secret'),
      rpcUrls: { default: { http: ['https://rpc.example/v1/'] }, chainDefault: { http: [second.url] } },
    }
    await feature(connector, 'network:switch')({ ...request, network })
    const { params } = wallet.requests.find(({ method }) => method === 'wallet_addEthereumChain') ?? {}
    expect(JSON.stringify(params)).not.toMatch(/rpc\.example|blockExplorerUrls/)
    expect(wallet.chainId).toBe(31_338)
  })

  for (const { name, behaviour } of unknownChainErrors)
    test(`[F36] is recognized by the error "${name}", added and verified`, async () => {
      const wallet = createWallet({ chains: [home] })
      const { change, asked } = await setUp(wallet)
      wallet.script({ methods: { wallet_switchEthereumChain: behaviour } })
      await change()
      expect(asked()).toContain('wallet_add')
      expect(asked().at(-1)).toBe('eth_chainId')
      expect(wallet.chainId).toBe(31_338)
    })

  test('is switched to after adding if the wallet only adds it', async () => {
    const wallet = createWallet({ chains: [home, target()] })
    const { change, asked } = await setUp(wallet)
    wallet.script({
      methods: {
        wallet_switchEthereumChain: [{ kind: 'throw', value: { code: 4_902 } }],
        wallet_addEthereumChain: { kind: 'reply', value: null },
      },
    })
    await change()
    expect(asked()).toEqual([
      'wallet_switch',
      'wallet_add',
      'eth_chainId',
      'eth_chainId',
      'wallet_switch',
      'eth_chainId',
    ])
    expect(wallet.chainId).toBe(31_338)
  })

  for (const code of [4_200, -32_601, -32_004, 4_902, -32_603])
    test(`[S8.46] [F36] error: CHAIN_NOT_SUPPORTED if adding fails with ${code}; the network stays`, async () => {
      const wallet = createWallet({ chains: [home] })
      const { change, events } = await setUp(wallet)
      wallet.script({ methods: { wallet_addEthereumChain: { kind: 'throw', value: { code, message: 'no' } } } })
      await expect(change()).rejects.toMatchObject({
        code: 'CHAIN_NOT_SUPPORTED',
        shortMessage: 'Chain is not supported',
      })
      expect(wallet.chainId).toBe(31_337)
      expect(events).toEqual([])
    })

  test('[F36] error: USER_REJECTED if the user declines adding; the network stays', async () => {
    const wallet = createWallet({ chains: [home] })
    const { change, asked, events } = await setUp(wallet)
    wallet.script({ methods: { wallet_addEthereumChain: { kind: 'reject' } } })
    await expect(change()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(asked()).toEqual(['wallet_switch', 'wallet_add'])
    expect(wallet.chainId).toBe(31_337)
    expect(events).toEqual([])
  })
})

describe('an unreliable wallet', () => {
  test('error: CHAIN_NOT_SWITCHED if it confirms a switch that it did not make', async () => {
    const wallet = createWallet({ script: { lieAboutSwitch: true } })
    const { change, events } = await setUp(wallet)
    await expect(change()).rejects.toMatchObject({ code: 'CHAIN_NOT_SWITCHED' })
    expect(wallet.chainId).toBe(31_337)
    await settle()
    expect(events).toEqual([])
  })

  test('error: rejects with the abort reason while it hangs', async () => {
    const wallet = createWallet()
    const { connector, request } = await setUp(wallet)
    wallet.script({ methods: { wallet_switchEthereumChain: { kind: 'hang' } } })
    const controller = new AbortController()
    const reason = new Error('Modal closed')
    const switching = feature(connector, 'network:switch')({ ...request, signal: controller.signal })
    await settle()
    controller.abort(reason)
    await expect(switching).rejects.toBe(reason)
  })
})
