import { randomBytes } from 'node:crypto'
import type { StandardWallet, TransactionMark } from '@latchkey/core'
import { type RunningBitcoin, startBitcoin } from '@latchkey/devnet'
import type { BitcoinAddressType, BitcoinShape } from '@latchkey/testing/bitcoin'
import { hex } from '@scure/base'
import { address as addresses, Psbt, Transaction } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLocalNetwork } from '../../test/createLocalNetwork.js'
import { createPsbt, toText } from '../../test/createPsbt.js'
import {
  feature,
  type SetUpOptions,
  setUpConnected,
  setUpWallet,
  shapes,
  type TestRequest,
} from '../../test/setUpWallet.js'
import { bitcoinSignet } from '../networks.js'
import type { BitcoinTransaction } from './types.js'

const to = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const send = ({ connector, request }: TestRequest, transaction: Partial<BitcoinTransaction> = {}): Promise<string> =>
  feature(connector, 'transaction:send')({ ...request, transaction: { to, sats: 20_000n, ...transaction } })

describe('invalid transfers and replies', () => {
  test.each([
    ['an invalid address', { to: 'x' }, /to is not an address/],
    ['an address of another network', { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }, /another network/],
    ['an amount of zero', { sats: 0n }, /not an amount/],
    ['a negative amount', { sats: -1n }, /not an amount/],
    ['more than the total supply', { sats: 2_100_000_000_000_001n }, /not an amount/],
    ['an amount that is not a bigint', { sats: 5_000 as unknown as bigint }, /not an amount/],
    ['dust', { sats: 293n }, /294/],
    ['a fee rate of zero', { feeRate: 0 }, /feeRate/],
    ['an absurdly high fee rate', { feeRate: 1_000_000 }, /feeRate/],
    ['a fee rate that is NaN', { feeRate: Number.NaN }, /feeRate/],
  ])('error: INVALID_PARAMS for %s, without a wallet request', async (_, transaction, details) => {
    const set = await setUpConnected({ shape: 'unisat' })
    const before = set.wallet.requests.length
    await expect(send(set, transaction)).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
      details: expect.stringMatching(details),
    })
    expect(set.wallet.requests.length).toBe(before)
    set.destroy()
  })

  test('error: INVALID_PARAMS for an ordinals account', async () => {
    const set = await setUpConnected({ shape: 'xverse' })
    const account = set.accounts[1] ?? set.accounts[0]
    await expect(send({ ...set, request: { ...set.request, account } })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
    set.destroy()
  })

  test.each([[undefined], ['x'], [7], [{}], ['ab'.repeat(31)]])(
    'error: INVALID_WALLET_REPLY if the wallet returns the id %j',
    async (value) => {
      const script = { methods: { sendTransfer: { kind: 'reply', value } } } as const
      const set = await setUpConnected({ shape: 'unisat', script })
      await expect(send(set)).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
      set.destroy()
    },
  )

  test('error: CONNECTOR_FAILED if the wallet throws, without a retry', async () => {
    const script = { methods: { sendTransfer: { kind: 'throw', value: new Error('No idea.') } } } as const
    const set = await setUpConnected({ shape: 'okx', script })
    await expect(send(set)).rejects.toMatchObject({ code: 'CONNECTOR_FAILED' })
    expect(set.wallet.requests.filter(({ method }) => /sendTransfer|signPsbt/.test(method))).toHaveLength(1)
    set.destroy()
  })
})

describe('a failure before the wallet is asked counts as not sent', () => {
  test('of the wallet, when its account is read', async () => {
    const set = await setUpConnected({ shape: 'unisat' })
    Object.assign(set.wallet.provider, { getAccounts: () => Promise.reject(new Error('asleep')) })
    await expect(send(set)).rejects.toMatchObject({ code: 'CONNECTOR_FAILED', isUnsent: true })
    set.destroy()
  })

  test('of the node, when its coins are read', async () => {
    const set = await setUpConnected({
      shape: 'wallet-standard',
      networks: [createLocalNetwork('http://node.test')],
      env: { fetch: async () => new Response('', { status: 404 }) },
    })
    await expect(send(set)).rejects.toMatchObject({ code: 'RPC_FAILED', isUnsent: true })
    set.destroy()
  })
})

/** A node that knows these coins of each address, and accepts any transaction. */
const createReplies =
  (...coins: readonly number[]): typeof fetch =>
  async (input, init) => {
    if (init?.method === 'POST') return new Response(Transaction.fromHex(String(init.body)).getId())
    if (String(input).endsWith('/fee-estimates')) return Response.json({})
    const status = { confirmed: true }
    return Response.json(coins.map((value, vout) => ({ txid: 'ab'.repeat(32), vout, value, status })))
  }
const replies = createReplies(100_000)

test('OKX signs a PSBT built by the adapter on a test network, where it cannot send payments', async () => {
  const network = { ...bitcoinSignet, rpcUrls: { default: { http: ['http://node.test'] } } }
  const set = setUpWallet({ shape: 'okx', network: 'signet', networks: [network], env: { fetch: replies } })
  const { accounts } = await set.connect({ network })
  const request = { account: accounts[0], network, signal: new AbortController().signal }
  const transaction = { to: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', sats: 20_000n }
  const sending = feature(set.connector, 'transaction:send')({ ...request, transaction })
  expect(await sending).toMatch(/^[\da-f]{64}$/)
  expect(set.wallet.requests.map(({ method }) => method)).toContain('signPsbt')
  set.destroy()
})

describe('a payment from a Taproot address', () => {
  const toXOnly = (key: Uint8Array): Uint8Array => key.slice(1)
  const cases: readonly [string, (key: Uint8Array, address: string) => Uint8Array, boolean][] = [
    ['names the internal key, which some wallets require', (key) => key, true],
    ['names the internal key if the wallet reports it without its parity', toXOnly, true],
    [
      'names no internal key if the wallet reports the output key',
      (_, address) => addresses.fromBech32(address).data,
      false,
    ],
  ]
  test.each(cases)('%s', async (_, toReported, isNamed) => {
    const network = createLocalNetwork('http://node.test')
    const options = {
      shape: 'wallet-standard',
      paymentType: 'p2tr',
      networks: [network],
      env: { fetch: replies },
    } as const
    const { connect, ...set } = setUpWallet(options)
    const { accounts } = await connect()
    const reported = (set.wallet.provider as StandardWallet).accounts.map((account) => ({
      ...account,
      publicKey: toReported(Uint8Array.from(account.publicKey), account.address),
    }))
    Object.defineProperty(set.wallet.provider, 'accounts', { get: () => reported })
    const request = { account: accounts[0], network, signal: new AbortController().signal }
    await send({ ...set, accounts, request })
    const signing = set.wallet.requests.find(({ method }) => method === 'signPsbt')
    const { psbt } = (signing?.params ?? {}) as { readonly psbt: Uint8Array }
    const [input] = Psbt.fromBuffer(psbt).data.inputs
    const internalKey = hex.decode(set.wallet.addresses[0]?.publicKey ?? '').slice(1)
    expect(input?.tapInternalKey).toEqual(isNamed ? internalKey : undefined)
    set.destroy()
  })

  test('keeps coins of at most 10,000 sats, which may be inscriptions', async () => {
    const networks = [createLocalNetwork('http://node.test')]
    const env = { fetch: createReplies(546, 10_000, 10_001) }
    const set = await setUpConnected({ shape: 'wallet-standard', paymentType: 'p2tr', networks, env })
    await send(set, { sats: 9_000n })
    const signing = set.wallet.requests.find(({ method }) => method === 'signPsbt')
    const { psbt } = (signing?.params ?? {}) as { readonly psbt: Uint8Array }
    expect(Psbt.fromBuffer(psbt).txInputs.map(({ index }) => index)).toEqual([2])
    await expect(send(set, { sats: 10_000n })).rejects.toMatchObject({
      code: 'TRANSACTION_REJECTED',
      details: expect.stringContaining('10001 sats'),
    })
    expect(set.wallet.requests.filter(({ method }) => method === 'signPsbt')).toHaveLength(1)
    set.destroy()
  })
})

describe.runIf(process.env['BITCOIND_PATH'])('on the local chain', () => {
  let chain: RunningBitcoin
  beforeAll(async () => {
    chain = await startBitcoin({ isMining: false })
  })
  afterAll(() => chain.stop())

  const get = async (path: string): Promise<unknown> => (await fetch(`${chain.esploraUrl}${path}`)).json()

  const setUpFunded = async (options: SetUpOptions, sats = 100_000): Promise<TestRequest> => {
    const { esploraUrl } = chain
    const networks = [createLocalNetwork(esploraUrl)]
    const set = await setUpConnected({
      privateKeys: [randomBytes(32), randomBytes(32)],
      esploraUrl,
      networks,
      ...options,
    })
    await chain.fund(set.wallet.addresses[0]?.address ?? '', sats)
    return set
  }

  const paidTo = async (txid: string): Promise<unknown> =>
    ((await get(`/tx/${txid}`)) as { vout: { scriptpubkey_address: string; value: number }[] }).vout.filter(
      ({ scriptpubkey_address }) => scriptpubkey_address === to,
    )

  test.each(shapes)('%s sends a transfer that the chain confirms', async (shape) => {
    const set = await setUpFunded({ shape })
    const txid = await send(set)
    expect(await paidTo(txid)).toMatchObject([{ value: 20_000 }])
    await chain.mine()
    expect(await get(`/tx/${txid}/status`)).toMatchObject({ confirmed: true })
    set.destroy()
  })

  const types: readonly BitcoinAddressType[] = ['p2pkh', 'p2sh', 'p2wpkh', 'p2tr']
  test.each(types)(
    'a wallet that cannot send signs a PSBT built by the adapter, from a %s address',
    async (paymentType) => {
      const set = await setUpFunded({ shape: 'wallet-standard', paymentType })
      const txid = await send(set, { feeRate: 5 })
      expect(await paidTo(txid)).toMatchObject([{ value: 20_000 }])
      const { fee, weight } = (await get(`/tx/${txid}`)) as { fee: number; weight: number }
      expect(fee / (weight / 4)).toBeGreaterThanOrEqual(4.99)
      expect(fee / (weight / 4)).toBeLessThan(6)
      // change can be spent before it is in a block
      await expect(send(set, { feeRate: 2 })).resolves.toMatch(/^[\da-f]{64}$/)
      set.destroy()
    },
  )

  describe('[F31] a transaction whose wallet response was lost', () => {
    const setUpLost = async (shape: BitcoinShape, before?: (set: TestRequest) => Promise<unknown>) => {
      const set = await setUpFunded({ shape })
      await before?.(set)
      const { features } = set.instance
      const transaction = { to, sats: 20_000n }
      const noted = await features['transaction:mark']?.({ ...set.request, transaction })
      if (!noted) throw new Error('There is no mark.')
      const find = (more: object = {}, mark: TransactionMark = noted) =>
        features['transaction:find']?.({
          network: set.network,
          address: set.request.account.address,
          signal: set.request.signal,
          mark,
          canStillSign: false,
          ...more,
        })
      return { set, find, noted }
    }
    /** Spends every coin of the account in another transaction. */
    const spend = async (set: TestRequest): Promise<void> => {
      await send(set, { sats: 90_000n })
      await chain.mine()
    }

    /** Mines transactions that pay to the account. */
    const receive = async (set: TestRequest, count: number): Promise<void> => {
      for (let index = 0; index < count; index++) await chain.fund(set.request.account.address, 1_000)
      await chain.mine()
    }

    test('is found by its amount and receiver if the wallet sends it', async () => {
      const { set, find } = await setUpLost('unisat')
      const txid = await send(set)
      expect(await find()).toEqual({ status: 'found', id: txid })
      set.destroy()
    })

    test('is found even after 26 later transactions of the account', async () => {
      const { set, find } = await setUpLost('unisat')
      const txid = await send(set)
      await chain.mine()
      await receive(set, 26)
      expect(await find()).toEqual({ status: 'found', id: txid })
      set.destroy()
    })

    test('is not mistaken for an older transaction with the same payment', async () => {
      const { set, find } = await setUpLost('unisat', async (funded) => {
        await send(funded)
        await chain.mine()
        await receive(funded, 26)
      })
      await receive(set, 1)
      await expect(find({ signal: AbortSignal.timeout(2_000) })).rejects.toBeDefined()
      set.destroy()
    })

    test('is found by the id that onSigned reports if the wallet only signs it', async () => {
      const { set, find } = await setUpLost('wallet-standard')
      const signed: unknown[] = []
      const transaction = { to, sats: 20_000n }
      const onSigned = (id: string, more?: TransactionMark): void => void signed.push(id, more)
      const id = await feature(set.connector, 'transaction:send')({ ...set.request, transaction, onSigned })
      expect(signed).toEqual([id, { inputs: [expect.stringMatching(/^[\da-f]{64}:\d+$/)] }])
      expect(await find({ id })).toEqual({ status: 'found', id })
      set.destroy()
    })

    test('is void only once a block spends its inputs, or every coin that the account had', async () => {
      const { set, find, noted } = await setUpLost('unisat')
      await expect(find({ signal: AbortSignal.timeout(4_000) })).rejects.toBeDefined()
      await spend(set)
      expect(await find()).toEqual({ status: 'void' })
      const inputs = noted['coins'] as readonly string[]
      expect(await find({ id: 'ab'.repeat(32) }, { ...noted, coins: [], inputs })).toEqual({ status: 'void' })
      set.destroy()
    })
  })

  test('a wallet that accepts no fee rate signs a PSBT built by the adapter if one is given', async () => {
    const set = await setUpFunded({ shape: 'sats-connect' })
    await send(set, { feeRate: 3 })
    expect(set.wallet.requests.map(({ method }) => method)).toContain('signPsbt')
    expect(set.wallet.requests.map(({ method }) => method)).not.toContain('sendTransfer')
    set.destroy()
  })

  test('error: TRANSACTION_REJECTED for insufficient funds, without a request to sign', async () => {
    const set = await setUpFunded({ shape: 'wallet-standard' }, 20_050)
    await expect(send(set)).rejects.toMatchObject({
      code: 'TRANSACTION_REJECTED',
      details: expect.stringContaining('20050 sats'),
      isUnsent: true,
    })
    expect(set.wallet.requests.map(({ method }) => method)).not.toContain('signPsbt')
    set.destroy()
  })

  test('error: INVALID_WALLET_REPLY if the wallet signs another transaction, without a broadcast', async () => {
    const set = await setUpFunded({ shape: 'wallet-standard', script: { replaceOutput: true } })
    chain.forgetRequests()
    await expect(send(set)).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    expect(chain.requests.filter(({ method }) => method === 'POST')).toEqual([])
    set.destroy()
  })

  test('psbt:sign with broadcast sends the signed PSBT', async () => {
    const set = await setUpFunded({ shape: 'unisat' })
    const { address } = set.request.account
    const [coin] = (await get(`/address/${address}/utxo`)) as { txid: string; vout: number }[]
    const psbt = toText(createPsbt([{ address, txid: coin?.txid ?? '', index: coin?.vout ?? 0 }], to))
    const { txid, finalized } = await feature(set.connector, 'psbt:sign')({ ...set.request, psbt, broadcast: true })
    expect(finalized).toBe(true)
    expect(await paidTo(txid ?? '')).toMatchObject([{ value: 99_000 }])
    set.destroy()
  })
})
