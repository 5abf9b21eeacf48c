import { createModalCore, type Network, type SiwxMessageFields } from '@latchkey/core'
import { type RunningSolana, solanaDevKeypair, startRpcProxy, startSolana } from '@latchkey/devnet'
import {
  type AdapterSubject,
  adapterCases,
  assertCase,
  type ConnectorSubject,
  connectorCases,
  createTestUser,
  plainContext,
} from '@latchkey/testing'
import { createSolanaWallet } from '@latchkey/testing/solana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLocalNetwork } from '../test/createLocalNetwork.js'
import { createTransfer } from '../test/createTransfer.js'
import { isSignedBy } from '../test/isSignedBy.js'
import { solana } from './adapter.js'
import { solanaDevnet, toNetwork } from './networks.js'

let chain: RunningSolana
beforeAll(async () => {
  chain = await startSolana({ slotMs: 50 })
})
afterAll(() => chain.stop())

const [payer, other, receiver] = [0, 1, 2].map(solanaDevKeypair) as [Keypair, Keypair, Keypair]
type Keypair = ReturnType<typeof solanaDevKeypair>

const data: SiwxMessageFields = {
  accountAddress: payer.address,
  chainId: 'solana:mainnet',
  domain: 'app.example',
  uri: 'https://app.example/',
  version: '1',
  nonce: 'k3jd9sl2',
}

/** The scripted wallet: discovered on the page, or passed to `createConnector` like a paired wallet. */
const toConnectorSubject = (isFound: boolean): ConnectorSubject => ({
  async create() {
    const network = createLocalNetwork(chain.rpcUrl)
    const otherNetwork = toNetwork(solanaDevnet)
    const user = createTestUser()
    const wallet = createSolanaWallet({
      name: 'Scripted',
      accounts: [payer.secretKey, other.secretKey],
      rpcUrl: chain.rpcUrl,
      ask: user.ask,
    })
    const page = Object.assign(new EventTarget(), { location: new URL('https://app.example/') })
    const ended = new AbortController()
    const { env } = createModalCore({ adapters: [], env: { window: () => page as unknown as Window } })
    const instance = solana().setup({
      ...plainContext,
      env,
      signal: ended.signal,
      getNetworks: () => [network, otherNetwork],
    })
    const stop = isFound ? wallet.register(page) : () => connector?.destroy()
    const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Scripted', namespaces: ['solana'] } as const
    const connector = isFound ? instance.getConnectors()[0] : await instance.createConnector?.(meta, wallet.standard)
    if (!connector) throw new Error('The wallet was not found.')

    const transaction = await createTransfer(chain.rpcUrl, { from: payer, to: receiver.address })
    return {
      connector,
      namespace: 'solana',
      network,
      otherNetwork,
      wallet: {
        ...user.controls,
        prompts: () => wallet.prompts,
        selectAccount: wallet.selectAccount,
        revokeAccess: wallet.disconnectSite,
        canRevoke: true,
        switchesUnasked: true,
        listeners: () => wallet.listenerCount,
      },
      checks: {
        'message:sign': {
          request: { message: 'Hello' },
          verify: (signature) =>
            ed25519.verify(base58.decode(signature), new TextEncoder().encode('Hello'), base58.decode(payer.address)),
        },
        'message:signIn': {
          request: { input: { statement: 'Welcome', nonce: 'abcdefgh' } },
          verify: ({ signature, signedMessage }) =>
            new TextDecoder().decode(signedMessage).startsWith('app.example wants you to sign in') &&
            ed25519.verify(signature, signedMessage, base58.decode(payer.address)),
        },
        'signIn:sign': {
          request: { message: 'Sign in', data },
          verify: (signature) =>
            ed25519.verify(base58.decode(signature), new TextEncoder().encode('Sign in'), base58.decode(payer.address)),
        },
        'transaction:sign': { request: { transaction }, verify: (signed) => isSignedBy(signed, payer.address) },
        'transaction:signAll': {
          request: { transactions: [transaction, transaction] },
          verify: (signed) => signed.length === 2 && signed.every((bytes) => isSignedBy(bytes, payer.address)),
        },
        'transaction:send': {
          request: { transaction: { to: receiver.address, lamports: 5n } },
          verify: (id) => isConfirmed(network, id),
        },
      },
      destroy() {
        stop()
        ended.abort()
        instance.destroy()
      },
    }
  },
})

const sign = (message: string): string =>
  base58.encode(ed25519.sign(new TextEncoder().encode(message), payer.secretKey.slice(0, 32)))

/** Two nodes of a chain, behind proxies that fail on demand. */
const adapterSubject: AdapterSubject = {
  async create() {
    const proxies = await Promise.all([1, 2].map(() => startRpcProxy({ rpcUrl: chain.rpcUrl })))
    const network = createLocalNetwork(...proxies.map(({ url }) => url))
    const signed = await createTransfer(chain.rpcUrl, { from: payer, to: receiver.address, isSigned: true })
    const id = base58.encode(signed.slice(1, 65))
    const stops: (() => void)[] = []

    return {
      createAdapter: () => solana({ networks: [{ ...network, caipNetworkId: undefined, chainNamespace: undefined }] }),
      network,
      account: { namespace: 'solana', address: solanaDevKeypair(9).address, type: 'eoa' },
      checks: {
        'balance:read': { request: {}, verify: ({ value }) => value === 1_000_000_000_000n },
        'transaction:broadcast': {
          request: { signed: base64.encode(signed) },
          verify: (sent) => sent === id && isConfirmed(network, sent),
        },
        'transfer:build': {
          request: { to: payer.address, amount: 5n },
          verify: (transaction) => 'serialized' in transaction,
        },
        'transfer:fee': { request: { to: payer.address, amount: 5n }, verify: (fee) => fee > 0n },
        'address:check': { request: { address: payer.address }, verify: (isReceiver) => isReceiver },
        'message:verify': {
          request: { address: payer.address, message: 'Hello', signature: sign('Hello') },
          verify: ({ isValid }) => isValid,
        },
        // sent by the previous check
        'transaction:confirm': { request: { id, signed }, verify: ({ status }) => status === 'confirmed' },
      },
      controls: {
        announce(page) {
          const wallet = createSolanaWallet({ name: `Wallet ${stops.length}`, accounts: [payer.secretKey] })
          stops.push(wallet.register(page))
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

/** Cases that don't apply to Solana wallets. */
const absent = /^(typedData:sign|change: reports only the network|network:switch: rejects|calls:|capabilities:read)/

describe.each([
  ['a connector of a discovered Wallet Standard wallet', true],
  ['a connector created from a Wallet Standard wallet', false],
])('%s', (_, isFound) => {
  const subject = toConnectorSubject(isFound)
  for (const item of connectorCases)
    it(item.name, () => expect(assertCase(item, subject, absent)).resolves.toBeUndefined())
})

describe('the adapter', () => {
  for (const item of adapterCases)
    it(item.name, () =>
      expect(assertCase(item, adapterSubject, /^(gas:estimate|network:image)/)).resolves.toBeUndefined(),
    )
})

async function isConfirmed({ rpcUrls }: Network, id: string): Promise<boolean> {
  const [url = ''] = rpcUrls.default.http
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSignatureStatuses', params: [[id]] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result } = (await response.json()) as { result: { value: ({ err: unknown } | null)[] } }
  return result.value[0]?.err === null
}
