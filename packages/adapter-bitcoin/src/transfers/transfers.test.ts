import { randomBytes } from 'node:crypto'
import type { TransferRequest } from '@latchkey/core'
import { type RunningBitcoin, startBitcoin } from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { feature, setUpConnected, type TestRequest } from '../../test/setUpWallet.js'
import { createChainFeatures } from '../features/chainFeatures.js'
import { bitcoinRegtest } from '../networks.js'

const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const { env } = createTestContext()

describe('without a node', () => {
  const chain = createChainFeatures({ env, findUrl: () => undefined })
  const request = (own: Partial<TransferRequest>): TransferRequest => ({
    account: { namespace: 'bip122', address: to, type: 'payment' },
    network: bitcoinRegtest,
    signal: new AbortController().signal,
    to,
    amount: 20_000n,
    ...own,
  })

  test('a transfer is built', async () => {
    expect(await chain.buildTransfer(request({ to: to.toUpperCase() }))).toEqual({ to, sats: 20_000n })
  })

  test.each<[string, Partial<TransferRequest>]>([
    ['a receiver that is none', { to: 'ada.btc' }],
    ['one of another network', { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['nothing', { amount: 0n }],
    ['dust', { amount: 293n }],
    ['a token', { token: { address: to, decimals: 8 } }],
  ])('error: INVALID_PARAMS for %s [I34]', async (_, own) => {
    await expect(chain.buildTransfer(request(own))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  test.each<[string, boolean]>([
    [to, true],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', false],
    [`${to.slice(0, -1)}1`, false],
    ['', false],
  ])('address:check of %j is %j', async (address, expected) => {
    expect(await chain.isReceiver({ address, network: bitcoinRegtest })).toBe(expected)
  })
})

describe.runIf(process.env['BITCOIND_PATH'])('on the local chain', () => {
  let chain: RunningBitcoin
  beforeAll(async () => {
    chain = await startBitcoin({ isMining: false })
  })
  afterAll(() => chain.stop())

  const setUpFunded = async (): Promise<TestRequest> => {
    const { esploraUrl } = chain
    const own = {
      esploraUrl,
      networks: [createLocalNetwork(esploraUrl)],
      privateKeys: [randomBytes(32), randomBytes(32)],
    }
    const set = await setUpConnected({ shape: 'wallet-standard', ...own })
    for (const sats of [60_000, 40_000]) await chain.fund(set.wallet.addresses[0]?.address ?? '', sats)
    return set
  }

  test('the fee is what the transfer then costs, also of all there is', async () => {
    const features = createChainFeatures({ env, findUrl: () => chain.esploraUrl })
    for (const wanted of [20_000n, 70_000n, undefined]) {
      const set = await setUpFunded()
      const request = { ...set.request, to, amount: wanted ?? 100_000n }
      const fee = await features.readTransferFee(request)
      const amount = wanted ?? 100_000n - fee
      const transaction = await features.buildTransfer({ ...request, amount })
      const txid = await feature(set.connector, 'transaction:send')({ ...set.request, transaction })
      const sent = (await (await fetch(`${chain.esploraUrl}/tx/${txid}`)).json()) as { fee: number; vout: unknown[] }
      expect([wanted, sent.fee, sent.vout.length]).toEqual([wanted, Number(fee), wanted ? 2 : 1])
      set.destroy()
    }
  })
})
