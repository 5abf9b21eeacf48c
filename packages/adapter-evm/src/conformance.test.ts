import { createModalCore, type Network } from '@latchkey/core'
import { type DevnetChain, fundAccount, startDevnet, startRpcProxy } from '@latchkey/devnet'
import {
  type AdapterSubject,
  adapterCases,
  assertCase,
  type ConnectorSubject,
  connectorCases,
  createEvmWallet,
  createTestUser,
  type Eip1193Provider,
  plainContext,
} from '@latchkey/testing'
import { createClient, http, keccak256, parseEther, parseGwei, verifyMessage, verifyTypedData } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evm } from './adapter.js'
import { toNetwork } from './networks.js'

let devnet: Awaited<ReturnType<typeof startDevnet>>
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

const payment = { to: '0x00000000000000000000000000000000000000ff', value: 1n } as const
const typedData = {
  domain: { name: 'Conformance', version: '1' },
  types: { Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  message: { text: 'Hello' },
} as const

const describeChain = ({ rpcUrl, ...chain }: DevnetChain): Network =>
  toNetwork({ ...chain, rpcUrls: { default: { http: [rpcUrl] } } })

/** The scripted wallet: discovered on the page, or passed to `createConnector` like a paired wallet. */
const toConnectorSubject = (isFound: boolean): ConnectorSubject => ({
  async create() {
    const { chains } = devnet
    const [first, second = first] = chains
    const accounts = [generatePrivateKey(), generatePrivateKey()] as const
    const { address } = privateKeyToAccount(accounts[0])
    await fundAccount(first.rpcUrl, address, parseEther('1'))

    const user = createTestUser()
    const wallet = createEvmWallet({ name: 'Scripted', rdns: 'example.scripted', accounts, chains, ask: user.ask })
    const { provider, listeners } = countListeners(wallet.provider)
    const page = new EventTarget()
    const ended = new AbortController()
    const { env } = createModalCore({ adapters: [], env: { window: () => page as Window } })
    const instance = evm().setup({
      ...plainContext,
      env,
      signal: ended.signal,
      getNetworks: () => chains.map(describeChain),
    })
    const stop = isFound ? wallet.announce(page, { detail: { provider } }) : () => connector?.destroy()
    const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Scripted', namespaces: ['eip155'] } as const
    const connector = isFound ? instance.getConnectors()[0] : await instance.createConnector?.(meta, provider)
    if (!connector) throw new Error('The wallet was not found.')

    return {
      connector,
      namespace: 'eip155',
      network: describeChain(first),
      otherNetwork: describeChain(second),
      wallet: {
        ...user.controls,
        prompts: () => wallet.prompts,
        selectAccount: wallet.selectAccount,
        selectNetwork: (id) => wallet.selectChain(Number(id.split(':')[1])),
        revokeAccess: wallet.disconnectSite,
        canRevoke: true,
        listeners,
      },
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature) => verifyMessage({ address, message: 'Hello', signature: signature as '0x' }),
        },
        'typedData:sign': {
          request: { typedData },
          verify: (signature) => verifyTypedData({ ...typedData, address, signature: signature as '0x' }),
        },
        'transaction:send': { request: { transaction: payment }, verify: (hash) => isMined(first, hash) },
        'calls:send': { request: { bundle: { calls: [payment, payment] } }, verify: (id) => /^0x/.test(id) },
        'calls:status': { request: { id: '' }, verify: ({ hashes }) => isAllMined(first, hashes) },
      },
      destroy() {
        stop()
        ended.abort()
        instance.destroy()
      },
    }
  },
})

/** Two nodes of a chain, behind proxies that fail on demand. */
const adapterSubject: AdapterSubject = {
  async create() {
    const [chain] = devnet.chains
    const account = privateKeyToAccount(generatePrivateKey())
    await fundAccount(chain.rpcUrl, account.address, parseEther('1'))
    const proxies = await Promise.all([1, 2].map(() => startRpcProxy({ rpcUrl: chain.rpcUrl })))
    const rpcUrls = { default: { http: proxies.map(({ url }) => url) } }
    const network = toNetwork({ ...chain, rpcUrls })
    const fees = { maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('1') }
    const signed = await account.signTransaction({ chainId: chain.id, nonce: 0, gas: 21_000n, ...payment, ...fees })
    const stops: (() => void)[] = []

    return {
      createAdapter: () => evm({ networks: [{ ...chain, rpcUrls }] }),
      network,
      account: { namespace: 'eip155', address: account.address, type: 'eoa' },
      checks: {
        'balance:read': { request: {}, verify: ({ value }) => value === parseEther('1') },
        'gas:estimate': { request: { transaction: payment }, verify: (gas) => gas >= 21_000n },
        'transfer:build': {
          request: { to: payment.to, amount: 5n },
          verify: (transaction) => 'value' in transaction && transaction.value === 5n,
        },
        'transfer:fee': { request: { to: payment.to, amount: 5n }, verify: (fee) => fee > 0n },
        'address:check': { request: { address: payment.to }, verify: (isReceiver) => isReceiver },
        'address:format': {
          request: { address: account.address.toLowerCase() },
          verify: (address) => address === account.address,
        },
        'message:verify': {
          request: {
            address: account.address,
            message: 'Hello',
            signature: await account.signMessage({ message: 'Hello' }),
          },
          verify: ({ isValid }) => isValid,
        },
        'transaction:broadcast': { request: { signed }, verify: (hash) => isMined(chain, hash) },
        'transaction:confirm': { request: { id: keccak256(signed) }, verify: ({ status }) => status === 'confirmed' },
      },
      controls: {
        announce(page) {
          const rdns = `example.wallet-${stops.length}`
          const wallet = createEvmWallet({ name: rdns, rdns, accounts: [generatePrivateKey()], chains: [chain] })
          stops.push(wallet.announce(page))
        },
        breakChain() {
          for (const proxy of proxies) proxy.fail({ kind: 'cut', when: 'before' })
        },
        hangChain() {
          for (const proxy of proxies) proxy.fail({ kind: 'hang' })
        },
      },
      async destroy() {
        for (const stop of stops) stop()
        await Promise.all(proxies.map((proxy) => proxy.stop()))
      },
    }
  },
}

// EVM wallets don't sign transactions without sending them, and this package adds no features to those of core
const absent = /^(features: all others|transaction:sign)/

describe.each([
  ['an injected connector', true],
  ['a connector created from a provider', false],
])('%s', (_, isFound) => {
  const subject = toConnectorSubject(isFound)
  for (const item of connectorCases)
    it(item.name, () => expect(assertCase(item, subject, absent)).resolves.toBeUndefined())
})

describe('the adapter', () => {
  for (const item of adapterCases)
    it(item.name, () => expect(assertCase(item, adapterSubject, /^network:image/)).resolves.toBeUndefined())
})

/** The provider as the page sees it, with its listeners counted. */
function countListeners(provider: Eip1193Provider) {
  let count = 0
  const counted: Eip1193Provider = {
    ...provider,
    on(event, listener) {
      count += 1
      return provider.on(event, listener)
    },
    removeListener(event, listener) {
      count -= 1
      return provider.removeListener(event, listener)
    },
  }
  return { provider: counted, listeners: () => count }
}

async function isMined({ rpcUrl }: DevnetChain, hash: string): Promise<boolean> {
  const client = createClient({ transport: http(rpcUrl), pollingInterval: 10 })
  const { status } = await waitForTransactionReceipt(client, { hash: hash as '0x' })
  return status === 'success'
}

async function isAllMined(chain: DevnetChain, hashes: readonly string[]): Promise<boolean> {
  return (await Promise.all(hashes.map((hash) => isMined(chain, hash)))).every(Boolean)
}
