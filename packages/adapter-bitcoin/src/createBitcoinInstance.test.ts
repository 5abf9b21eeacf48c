import type { AdapterInstance, Connector, StandardWallet } from '@latchkey/core'
import { createTestContext } from '@latchkey/testing'
import { createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { expect, test } from 'vitest'
import { createLocalNetwork } from '../test/createLocalNetwork.js'
import { feature, keys } from '../test/setUpWallet.js'
import { createBitcoinInstance } from './createBitcoinInstance.js'

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

/** A wallet that is not on the page, and pays by itself. */
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

test('the connector is the caller’s own, with the meta that was given', async () => {
  const { instance, connector } = await setUp()
  expect([connector.meta, instance.getConnectors()]).toEqual([meta, []])
})

test('a wallet that pays by itself is asked to, once, from the account', async () => {
  const set = await setUp()
  expect(await send(set)).toBe(txid)
  expect(set.transfers).toMatchObject([{ account: { address: set.account.address }, to, sats: 20_000 }])
})

test('one that signs no PSBT pays all the same, but at no fee rate of ours', async () => {
  const set = await setUp({ txid }, ['bitcoin:signTransaction'])
  expect(Object.keys(set.connector.features)).toEqual(['message:sign', 'transaction:send'])
  expect(await send(set)).toBe(txid)
  await expect(send(set, { feeRate: 3 })).rejects.toThrow()
  expect(set.transfers).toHaveLength(1)
})

test.each([[undefined], [{}], [{ txid: 7 }], [{ txid: 'ab' }]])('error: INVALID_WALLET_REPLY for %j', async (reply) => {
  await expect(send(await setUp(reply === undefined ? null : reply))).rejects.toMatchObject({
    code: 'INVALID_WALLET_REPLY',
  })
})

test.each([[null], [{}], ['wallet'], [{ name: 'Other', chains: ['solana:mainnet'], features: {} }]])(
  'over %j no connector is made',
  async (wallet) => {
    const instance = createBitcoinInstance(createTestContext(), () => undefined)
    await expect(instance.createConnector?.(meta, wallet)).rejects.toThrow(TypeError)
  },
)
