import { type AdapterInstance, type Connector, createModalCore, getAccount, type StandardWallet } from '@latchkey/core'
import { callFeature, connect, fetchBalance, signMessage } from '@latchkey/core/controllers'
import { createTestContext, createTestPage } from '@latchkey/testing'
import { createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { Verifier } from 'bip322-js'
import { expect, test } from 'vitest'
import { createLocalNetwork } from '../test/createLocalNetwork.js'
import { createPsbt, toText } from '../test/createPsbt.js'
import { feature, keys } from '../test/setUpWallet.js'
import { bitcoin, createBitcoinInstance } from './adapter.js'
import { bitcoinMainnet, bitcoinRegtest, bitcoinSignet } from './networks.js'

const urlsOf = (adapter: ReturnType<typeof bitcoin>): readonly (readonly string[])[] =>
  adapter.networks.map(({ rpcUrls }) => rpcUrls.default.http)

test('a single esplora URL applies to the networks without an RPC URL of their own', () => {
  const own = { ...bitcoinSignet, rpcUrls: { default: { http: ['https://own.test'] } } }
  const adapter = bitcoin({ networks: [bitcoinMainnet, own], esplora: 'https://esplora.test/api' })
  expect(urlsOf(adapter)).toEqual([['https://esplora.test/api'], ['https://own.test']])
})

test('esplora URLs keyed by network apply to those networks only', () => {
  const esplora = { [bitcoinSignet.caipNetworkId]: 'https://signet.test' }
  expect(urlsOf(bitcoin({ networks: [bitcoinMainnet, bitcoinSignet], esplora }))).toEqual([[], ['https://signet.test']])
})

test('the network defaults to Bitcoin mainnet, without a default node', () => {
  const { networks } = bitcoin()
  expect(networks).toMatchObject([
    { caipNetworkId: 'bip122:000000000019d6689c085ae165831e93', nativeCurrency: { decimals: 8 } },
  ])
  expect(urlsOf(bitcoin())).toEqual([[]])
})

test('error: createModalCore, not bitcoin(), throws for invalid networks', () => {
  const adapters = [bitcoin({ networks: [undefined as never, { ...bitcoinMainnet, name: '' }] })]
  expect(() => createModalCore({ adapters })).toThrow(/name must be a non-empty string/)
})

test('connects and signs in a modal, and reports a failed balance if no node is configured', async () => {
  const page = createTestPage()
  const wallet = createBitcoinWallet({
    name: 'Dev wallet',
    shape: 'wallet-standard',
    privateKeys: keys,
    origin: 'test',
  })
  const stop = wallet.inject(page)
  const env = { window: () => page as unknown as Window, storage: () => null }
  const modal = createModalCore({ adapters: [bitcoin({ networks: [bitcoinRegtest] })], env })
  modal.start()
  const { accounts, caipNetworkId } = await connect(modal, { connectorId: 'bitcoin:dev' })
  expect(caipNetworkId).toBe(bitcoinRegtest.caipNetworkId)
  const [{ address }, ordinal] = accounts
  expect(Verifier.verifySignature(address, 'Hello', await signMessage(modal, { message: 'Hello' }))).toBe(true)
  const own = ordinal?.address ?? ''
  const signature = await signMessage(modal, { message: 'Hello', address: own })
  expect(Verifier.verifySignature(own, 'Hello', signature)).toBe(true)
  const psbt = toText(createPsbt([{ address }], address))
  await expect(callFeature(modal, 'psbt:sign', { psbt })).resolves.toMatchObject({ finalized: true })
  await fetchBalance(modal, { namespace: 'bip122' })
  expect(modal.getState().namespaces.bip122?.balance.status).toBe('failed')
  modal.destroy()
  stop()
  expect(page.listenerCount()).toBe(0)
})

test('[S3.4] accounts in a modal have the public key and the path that the wallet returns', async () => {
  const page = createTestPage()
  const wallet = createBitcoinWallet({ name: 'Dev wallet', shape: 'leather', privateKeys: keys, origin: 'test' })
  wallet.inject(page)
  const env = { window: () => page as unknown as Window, storage: () => null }
  const modal = createModalCore({ adapters: [bitcoin({ networks: [bitcoinRegtest] })], env })
  modal.start()
  await connect(modal, { connectorId: modal.getState().connectors[0]?.id ?? '' })
  const [payment, ordinal] = wallet.addresses.map(({ address, publicKey, path }) => ({
    namespace: 'bip122',
    address,
    publicKey,
    path,
  }))
  expect(getAccount(modal.getState()).allAccounts).toEqual([
    { ...payment, type: 'payment' },
    { ...ordinal, type: 'ordinal' },
  ])
  modal.destroy()
})

const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const txid = 'ab'.repeat(32)

const meta = { id: 'paired', type: 'WALLET_CONNECT', name: 'Paired', namespaces: ['bip122'] } as const

const network = createLocalNetwork()

const { signal } = new AbortController()

type Paired = {
  readonly instance: AdapterInstance
  readonly connector: Connector
  readonly transfers: readonly unknown[]
  readonly account: Awaited<ReturnType<Connector['connect']>>['accounts'][0]
}

/** A wallet that is not on the page and sends transfers itself. */
async function setUp(reply: unknown = { txid }, without: readonly string[] = []): Promise<Paired> {
  const standard = createBitcoinWallet({
    name: 'Scripted',
    shape: 'wallet-standard',
    privateKeys: keys,
    origin: 'test',
  }).provider as StandardWallet
  const transfers: unknown[] = []
  const features: Record<string, unknown> = {
    ...standard.features,
    'bitcoin:sendTransfer': {
      async sendTransfer(request: unknown) {
        transfers.push(request)
        return reply
      },
    },
  }
  for (const name of without) delete features[name]
  const wallet = Object.create(standard, { features: { value: features } }) as StandardWallet
  const instance = createBitcoinInstance(createTestContext({ networks: [network] }), () => undefined)
  const connector = await instance.createConnector?.(meta, wallet)
  if (!connector) throw new Error('No connector was made.')
  const { accounts } = await connector.connect({ namespace: 'bip122', silent: false, signal })
  return { instance, connector, transfers, account: accounts[0] }
}

const send = ({ connector, account }: Paired, transaction = {}): Promise<string> =>
  feature(
    connector,
    'transaction:send',
  )({ account, network, signal, transaction: { to, sats: 20_000n, ...transaction } })

test('createConnector returns a connector with the given meta and does not list it', async () => {
  const { instance, connector } = await setUp()
  expect([connector.meta, instance.getConnectors()]).toEqual([meta, []])
})

test('transaction:send calls sendTransfer of the wallet once, with the requested account', async () => {
  const set = await setUp()
  expect(await send(set)).toBe(txid)
  expect(set.transfers).toMatchObject([{ account: { address: set.account.address }, to, sats: 20_000 }])
})

test('a wallet that cannot sign PSBTs still sends transfers, but rejects a custom fee rate', async () => {
  const set = await setUp({ txid }, ['bitcoin:signTransaction'])
  expect(Object.keys(set.connector.features)).toEqual(['message:sign', 'transaction:send'])
  expect(await send(set)).toBe(txid)
  await expect(send(set, { feeRate: 3 })).rejects.toThrow()
  expect(set.transfers).toHaveLength(1)
})

test.each([[undefined], [{}], [{ txid: 7 }], [{ txid: 'ab' }]])(
  'error: INVALID_WALLET_REPLY if sendTransfer returns %j',
  async (reply) => {
    await expect(send(await setUp(reply === undefined ? null : reply))).rejects.toMatchObject({
      code: 'INVALID_WALLET_REPLY',
    })
  },
)

test.each([[null], [{}], ['wallet'], [{ name: 'Other', chains: ['solana:mainnet'], features: {} }]])(
  'error: createConnector rejects the wallet %j with a TypeError',
  async (wallet) => {
    const instance = createBitcoinInstance(createTestContext(), () => undefined)
    await expect(instance.createConnector?.(meta, wallet)).rejects.toThrow(TypeError)
  },
)
