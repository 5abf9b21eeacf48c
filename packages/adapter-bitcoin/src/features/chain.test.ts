import { randomBytes } from 'node:crypto'
import { type RunningBitcoin, startBitcoin } from '@latchkey/devnet'
import { createTestContext } from '@latchkey/testing'
import { createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { parseAddress } from '../address.js'
import { bitcoinRegtest } from '../networks.js'
import { type ChainFeatures, createChainFeatures } from './chainFeatures.js'

const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const never = (): AbortSignal => new AbortController().signal

const { env } = createTestContext()

describe('without a node', () => {
  const chain = createChainFeatures({ env, findUrl: () => undefined })
  const account = { namespace: 'bip122', address: to, type: 'payment' } as const

  test.each<[string, () => Promise<unknown>]>([
    ['balance:read', () => chain.readBalance({ account, network: bitcoinRegtest, signal: never() })],
    ['transaction:confirm', () => chain.confirm({ network: bitcoinRegtest, id: 'ab'.repeat(32), signal: never() })],
    [
      'transaction:broadcast',
      () => chain.broadcast({ network: bitcoinRegtest, signed: new Transaction().toHex(), signal: never() }),
    ],
  ])('error: RPC_URL_MISSING for %s', async (_, ask) => {
    await expect(ask()).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
  })
})

describe('responses of a node', () => {
  const account = { namespace: 'bip122', address: to, type: 'payment' } as const
  const answer = (text: string, status = 200): ChainFeatures =>
    createChainFeatures({
      env: { ...env, fetch: async () => new Response(text, { status }) },
      findUrl: () => 'http://node.test',
    })

  test.each([
    '',
    'x',
    '{}',
    '[7]',
    '[{"txid":"x"}]',
    '[null]',
    `[{"txid":"${'ab'.repeat(32)}","vout":0,"value":-1,"status":{}}]`,
  ])('error: RPC_FAILED for the unspent outputs %s', async (text) => {
    const reading = answer(text).readBalance({ account, network: bitcoinRegtest, signal: never() })
    await expect(reading).rejects.toMatchObject({ code: 'RPC_FAILED' })
  })

  test('error: RPC_FAILED with the response text for an HTTP error status', async () => {
    const reading = answer('Invalid address', 400).readBalance({ account, network: bitcoinRegtest, signal: never() })
    await expect(reading).rejects.toMatchObject({
      code: 'RPC_FAILED',
      details: expect.stringContaining('Invalid address'),
    })
  })

  test('the next node is asked if one refuses the request', async () => {
    const fetch = async (input: RequestInfo | URL): Promise<Response> =>
      String(input).startsWith('http://paid.test') ? new Response('No credit', { status: 402 }) : new Response('[]')
    const chain = createChainFeatures({ env: { ...env, fetch }, findUrl: () => undefined })
    const network = createLocalNetwork('http://paid.test', 'http://free.test')
    expect((await chain.readBalance({ account, network, signal: never() })).value).toBe(0n)
  })

  const broadcast = (chain: ChainFeatures): Promise<string> =>
    chain.broadcast({ network: bitcoinRegtest, signed: createTransaction().toHex(), signal: never() })

  test.each([
    ['<!doctype html>', 200],
    ['cd'.repeat(32), 200],
    ['Too many requests', 401],
    ['', 404],
  ])('error: RPC_FAILED if the response to a broadcast is %j with status %d', async (text, status) => {
    await expect(broadcast(answer(text, status))).rejects.toMatchObject({ code: 'RPC_FAILED' })
  })

  test('error: RPC_FAILED if a node refuses to return a transaction, but not if the transaction is unknown', async () => {
    const read = (status: number): Promise<unknown> =>
      answer('No.', status).fetchBytes({ network: bitcoinRegtest, txid: 'ab'.repeat(32), signal: never() })
    await expect(read(401)).rejects.toMatchObject({ code: 'RPC_FAILED' })
    expect(await read(404)).toBeUndefined()
  })

  test('error: TRANSACTION_REJECTED with the node’s reason if it rejects the transaction', async () => {
    const details = 'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}'
    await expect(broadcast(answer(details, 400))).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED', details })
  })

  test('returns the transaction id if the broadcast response is lost but the node knows the transaction', async () => {
    const transaction = createTransaction()
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      if (init?.method === 'POST') throw new TypeError('Failed to fetch')
      return new Response(transaction.toHex())
    }
    const chain = createChainFeatures({ env: { ...env, fetch }, findUrl: () => 'http://node.test' })
    expect(await broadcast(chain)).toBe(transaction.getId())
  })

  test.each([
    ['[]', 1],
    ['{"6":"x"}', 1],
    ['{"6":0.2}', 1],
    ['{"6":12.5}', 12.5],
    ['{"6":1e9,"3":4}', 4],
  ])('the fee estimates %s give a fee rate of %d', async (text, rate) => {
    expect(await answer(text).readFeeRate({ network: bitcoinRegtest, signal: never() })).toBe(rate)
  })
})

/** Any transaction. */
function createTransaction(): Transaction {
  const transaction = new Transaction()
  transaction.addInput(new Uint8Array(32).fill(7), 0)
  transaction.addOutput(parseAddress(to)?.script ?? new Uint8Array(), 1_000n)
  return transaction
}

type CoinReply = { readonly txid: string; readonly vout: number }

/** Signs a transaction that spends a coin of 100,000 sats, and may be replaced. */
async function signSpend(
  { addresses, provider }: ReturnType<typeof createBitcoinWallet>,
  coin: CoinReply | undefined,
  outputs: readonly (readonly [address: string, sats: bigint])[],
): Promise<Transaction> {
  const { signPsbt } = provider as { signPsbt(psbt: string): Promise<string> }
  const toScript = (of: string): Uint8Array => parseAddress(of)?.script ?? new Uint8Array()
  const psbt = new Psbt()
  const witnessUtxo = { script: toScript(addresses[0]?.address ?? ''), value: 100_000n }
  psbt.addInput({ hash: coin?.txid ?? '', index: coin?.vout ?? 0, sequence: 0xfffffffd, witnessUtxo })
  for (const [address, value] of outputs) psbt.addOutput({ script: toScript(address), value })
  return Psbt.fromHex(await signPsbt(psbt.toHex())).extractTransaction(true)
}

describe.runIf(process.env['BITCOIND_PATH'])('on the local chain', () => {
  let chain: RunningBitcoin
  let features: ChainFeatures
  const network = (): ReturnType<typeof createLocalNetwork> => createLocalNetwork(chain.esploraUrl)
  beforeAll(async () => {
    chain = await startBitcoin({ isMining: false })
    features = createChainFeatures({ env, findUrl: () => undefined })
  })
  afterAll(() => chain.stop())

  /** Two transactions that spend the same coin, signed and not sent. */
  const signTwo = async (): Promise<readonly [Transaction, Transaction]> => {
    const wallet = createBitcoinWallet({ name: 'Signer', shape: 'unisat', privateKeys: [randomBytes(32)] })
    const address = wallet.addresses[0]?.address ?? ''
    await chain.fund(address, 100_000)
    const response = await fetch(`${chain.esploraUrl}/address/${address}/utxo`)
    const [coin] = (await response.json()) as CoinReply[]
    return [await signSpend(wallet, coin, [[to, 99_000n]]), await signSpend(wallet, coin, [[to, 90_000n]])]
  }

  test('broadcasting the same bytes again returns the same id, even once they are in a block', async () => {
    const [transaction] = await signTwo()
    const request = { network: network(), signed: transaction.toHex(), signal: never() }
    expect(await features.broadcast(request)).toBe(transaction.getId())
    expect(await features.broadcast(request)).toBe(transaction.getId())
    await chain.mine()
    expect(await features.broadcast(request)).toBe(transaction.getId())
  })

  test('error: TRANSACTION_REJECTED with the reason from the node', async () => {
    const [transaction] = await signTwo()
    const witness = transaction.ins[0]?.witness[0]
    if (witness) witness[10] = (witness[10] ?? 0) ^ 1
    const sending = features.broadcast({ network: network(), signed: transaction.toHex(), signal: never() })
    await expect(sending).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED', details: expect.stringMatching(/\w/) })
  })

  test.each(['', 'x', '00'])('error: INVALID_PARAMS for the transaction %j', async (signed) => {
    const sending = features.broadcast({ network: network(), signed, signal: never() })
    await expect(sending).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  test('confirms a transaction once it is in a block', async () => {
    const [transaction] = await signTwo()
    const id = await features.broadcast({ network: network(), signed: transaction.toHex(), signal: never() })
    const outcome = features.confirm({ network: network(), id, signal: never() })
    setTimeout(() => void chain.mine(), 100)
    expect(await outcome).toEqual({ status: 'confirmed' })
  })

  test('reports a replaced transaction as failed, before and after the replacement is in a block', async () => {
    const [first, second] = await signTwo()
    const id = await features.broadcast({ network: network(), signed: first.toHex(), signal: never() })
    const outcome = features.confirm({ network: network(), id, signal: never() })
    await new Promise((resolve) => setTimeout(resolve, 200))
    const other = await features.broadcast({ network: network(), signed: second.toHex(), signal: never() })
    expect(await outcome).toEqual({ status: 'failed', reason: `Replaced by ${other}` })
    await chain.mine()
    const signed = first.toBuffer()
    expect(await features.confirm({ network: network(), id, signed, signal: never() })).toMatchObject({
      status: 'failed',
    })
  })

  test('confirms a payment by its mined replacement if the user has raised the fee in the wallet', async () => {
    const wallet = createBitcoinWallet({ name: 'Signer', shape: 'unisat', privateKeys: [randomBytes(32)] })
    const address = wallet.addresses[0]?.address ?? ''
    const account = { namespace: 'bip122', address, type: 'payment' } as const
    const transaction = { to, sats: 50_000n }
    await chain.fund(address, 100_000)
    const mark = await features.markTransaction({ account, network: network(), transaction, signal: never() })
    const [coin] = (await (await fetch(`${chain.esploraUrl}/address/${address}/utxo`)).json()) as CoinReply[]
    const sign = (change: bigint): Promise<Transaction> =>
      signSpend(wallet, coin, [
        [to, 50_000n],
        [address, change],
      ])
    const send = async (change: bigint): Promise<string> =>
      features.broadcast({ network: network(), signed: (await sign(change)).toHex(), signal: never() })
    const id = await send(49_000n)
    const outcome = features.confirm({ network: network(), id, mark, signal: never() })
    await new Promise((resolve) => setTimeout(resolve, 200))
    await send(45_000n)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    const last = await send(40_000n)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await chain.mine()
    expect(await outcome).toEqual({ status: 'confirmed', id: last })
    // after a reload, when the payment is only known by its id
    const signed = (await sign(49_000n)).toBuffer()
    expect(await features.confirm({ network: network(), id, signed, mark, signal: never() })).toEqual({
      status: 'confirmed',
      id: last,
    })
    const canceled = { ...mark, intent: 'ab'.repeat(32) }
    expect(await features.confirm({ network: network(), id, signed, mark: canceled, signal: never() })).toEqual({
      status: 'failed',
      reason: `Replaced by ${last}`,
    })
  })

  test('keeps waiting while no node can be reached', async () => {
    let isOffline = false
    const flaky = createChainFeatures({
      env: {
        ...env,
        fetch: async (...request) => {
          if (isOffline) throw new TypeError('Failed to fetch')
          return env.fetch(...request)
        },
      },
      findUrl: () => undefined,
    })
    const [transaction] = await signTwo()
    const id = await flaky.broadcast({ network: network(), signed: transaction.toHex(), signal: never() })
    isOffline = true
    const outcome = flaky.confirm({ network: network(), id, signal: never() })
    outcome.catch(() => undefined) // reported below
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    isOffline = false
    await chain.mine()
    expect(await outcome).toEqual({ status: 'confirmed' })
  })

  test('rejects with the abort reason while it waits for an unknown transaction', async () => {
    const controller = new AbortController()
    const reason = new Error('Left.')
    const outcome = features.confirm({ network: network(), id: 'ab'.repeat(32), signal: controller.signal })
    setTimeout(() => controller.abort(reason), 50)
    await expect(outcome).rejects.toBe(reason)
  })

  test('the balance includes unconfirmed incoming payments', async () => {
    const [transaction] = await signTwo()
    const address = to
    const account = { namespace: 'bip122', address, type: 'payment' } as const
    const read = async (): Promise<bigint> =>
      (await features.readBalance({ account, network: network(), signal: never() })).value
    const before = await read()
    await features.broadcast({ network: network(), signed: transaction.toHex(), signal: never() })
    expect((await read()) - before).toBe(99_000n)
    await chain.mine()
    expect((await read()) - before).toBe(99_000n)
  })
})
