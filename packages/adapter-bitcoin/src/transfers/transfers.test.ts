import { randomBytes } from 'node:crypto'
import { createModalCore, type TransferRequest } from '@latchkey/core'
import { connect, fetchBalance } from '@latchkey/core/controllers'
import {
  getSendProblem,
  reviewSend,
  setMaxSendAmount,
  setSendReceiver,
  startSend,
  submitSend,
} from '@latchkey/core/internal'
import { type RunningBitcoin, startBitcoin } from '@latchkey/devnet'
import { createTestContext, createTestPage } from '@latchkey/testing'
import { type BitcoinWalletOptions, createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { feature, setUpConnected, type TestRequest } from '../../test/setUpWallet.js'
import { bitcoin } from '../adapter.js'
import { createChainFeatures } from '../features/chainFeatures.js'
import { bitcoinRegtest } from '../networks.js'
import { buildPsbt } from './buildTransaction.js'
import { parseTransfer } from './transfers.js'

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

  test('builds a transfer, with a normalized address', async () => {
    expect(await chain.buildTransfer(request({ to: to.toUpperCase() }))).toEqual({ to, sats: 20_000n })
  })

  test.each<[string, Partial<TransferRequest>]>([
    ['an invalid receiver', { to: 'ada.btc' }],
    ['a receiver on another network', { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['an amount of zero', { amount: 0n }],
    ['dust', { amount: 293n }],
    ['a token', { token: { address: to, decimals: 8 } }],
  ])('error: INVALID_PARAMS for %s [I34]', async (_, own) => {
    await expect(chain.buildTransfer(request(own))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  describe('with UTXOs that cost more to spend than they are worth', () => {
    const account = { namespace: 'bip122', address: to, type: 'payment' } as const
    const coin = (index: number, value: number, confirmed: boolean) => ({
      txid: 'ab'.repeat(32),
      vout: index,
      value,
      status: { confirmed },
    })
    const coins = [coin(0, 100_000, false), ...Array.from({ length: 10 }, (_, index) => coin(index + 1, 600, true))]
    const fetch = async (input: unknown): Promise<Response> =>
      Response.json(String(input).endsWith('/fee-estimates') ? { 6: 20 } : coins)
    const funded = createChainFeatures({ env: { ...env, fetch }, findUrl: () => 'http://node.test' })
    const spend = async (sats: bigint): Promise<Psbt> => {
      const transfer = parseTransfer({ to, sats }, bitcoinRegtest.caipNetworkId)
      const { signal } = new AbortController()
      return Psbt.fromBuffer(await buildPsbt({ chain: funded, transfer, account, network: bitcoinRegtest, signal }))
    }

    test('a payment does not spend them, even if the UTXO that it spends is unconfirmed', async () => {
      const psbt = await spend(20_000n)
      expect(psbt.txInputs.map(({ index }) => index)).toEqual([0])
      const fee = 100_000n - psbt.txOutputs.reduce((sum, { value }) => sum + value, 0n)
      expect([fee, await funded.readTransferFee(request({ amount: 20_000n }))]).toEqual([2_825n, 2_825n])
    })

    test('"Max" spends everything except them', async () => {
      const amount = 106_000n - (await funded.readTransferFee(request({ amount: 106_000n })))
      const psbt = await spend(amount)
      expect([psbt.txInputs.length, psbt.txOutputs.map(({ value }) => value)]).toEqual([1, [97_795n]])
    })
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

  test('the estimated fee is the fee that the transfer pays, also for the full balance', async () => {
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

  /** Clicks "Max" in a modal and continues to the review, which reads another fee rate. */
  const reviewMax = async (
    coins: readonly number[],
    rates: { readonly max: number; readonly review: number },
    { shape = 'wallet-standard', ...options }: Partial<BitcoinWalletOptions> = {},
  ) => {
    const { esploraUrl } = chain
    let rate = rates.max
    const fetchAtRate: typeof fetch = async (input, init) =>
      String(input).endsWith('/fee-estimates') ? Response.json({ 6: rate }) : fetch(input, init)
    const page = createTestPage()
    const wallet = createBitcoinWallet({
      name: 'Test',
      shape,
      ...options,
      privateKeys: [randomBytes(32), randomBytes(32)],
      esploraUrl,
      origin: 'test',
      fetch: fetchAtRate,
    })
    wallet.inject(page)
    for (const sats of coins) await chain.fund(wallet.addresses[0]?.address ?? '', sats)
    const modal = createModalCore({
      adapters: [bitcoin({ networks: [createLocalNetwork(esploraUrl)] })],
      env: { window: () => page as unknown as Window, storage: () => null, fetch: fetchAtRate },
    })
    modal.start()
    await connect(modal, { connectorId: shape === 'wallet-standard' ? 'bitcoin:test' : `bitcoin:${shape}` })
    await fetchBalance(modal)
    await startSend(modal)
    setSendReceiver(modal, to)
    await vi.waitFor(() => expect(modal.getState().send?.receiver.status).toBe('ready'))
    await setMaxSendAmount(modal)
    rate = rates.review
    await reviewSend(modal)
    return modal
  }

  test.each([
    ['risen', { max: 2, review: 3 }],
    // the small coin is now worth more than it costs to spend
    ['fallen', { max: 12, review: 2 }],
  ])('"Max" sends everything except the fee that the review reads, even if the rate has %s', async (_, rates) => {
    const modal = await reviewMax([60_000, 40_000, 400], rates)
    expect(getSendProblem(modal.getState())).toBeUndefined()
    void submitSend(modal)
    await vi.waitFor(() => expect(modal.getState().send?.step).toBe('confirming'))
    const { amount, fee, hash } = modal.getState().send ?? {}
    const reply = await fetch(`${chain.esploraUrl}/tx/${hash}`)
    const sent = (await reply.json()) as { readonly fee: number; readonly vout: readonly { readonly value: number }[] }
    expect(fee).toEqual({ status: 'ready', value: String(sent.fee) })
    expect(sent.vout.map(({ value }) => value)).toEqual([100_400 - sent.fee])
    expect(Math.round(Number(amount) * 100_000_000)).toBe(100_400 - sent.fee)
    modal.destroy()
  })

  test('the review of "Max" shows the fee that is paid, without coins that cost more to spend than they are worth', async () => {
    const modal = await reviewMax([60_000, 40_000, 400], { max: 12, review: 12 })
    const { amount, fee } = modal.getState().send ?? {}
    const paid = fee?.status === 'ready' ? Number(fee.value) : Number.NaN
    expect(Math.round(Number(amount) * 100_000_000) + paid).toBe(100_000)
    modal.destroy()
  })

  test.each([
    ['without coins that may be inscriptions if the adapter builds the payment', 'wallet-standard', 100_000],
    ['with all coins if the wallet pays by itself', 'unisat', 110_546],
  ] as const)('"Max" of a single Taproot address is the balance %s', async (_, shape, sats) => {
    const coins = [60_000, 40_000, 10_000, 546]
    const modal = await reviewMax(coins, { max: 2, review: 3 }, { shape, paymentType: 'p2tr' })
    expect(getSendProblem(modal.getState())).toBeUndefined()
    const { amount, fee } = modal.getState().send ?? {}
    const paid = fee?.status === 'ready' ? Number(fee.value) : Number.NaN
    expect(paid).toBeLessThan(1_500)
    expect(Math.round(Number(amount) * 100_000_000)).toBe(sats - paid)
    modal.destroy()
  })

  test('error: the review reports a "Max" amount below the dust limit', async () => {
    const modal = await reviewMax([500], { max: 2, review: 2 })
    expect([getSendProblem(modal.getState()), modal.getState().send?.fee]).toEqual([
      'noFee',
      { status: 'failed', error: expect.objectContaining({ code: 'INVALID_PARAMS' }) },
    ])
    modal.destroy()
  })
})
