import { devAccount, devPrivateKey, type RunningAnvil, startAnvil } from '@latchkey/devnet'
import { createEvmWallet, createTestContext, type EvmWallet } from '@latchkey/testing'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createNetwork } from '../../test/createNetwork.js'
import { feature, nobody, setUpFeatures } from '../../test/setUpFeatures.js'
import { toHex } from '../encoding.js'
import { type FindTransaction, findTransaction } from '../rpc/read.js'
import { createRpc } from '../rpc/rpc.js'

let anvil: RunningAnvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})
afterAll(() => anvil.stop())

const hash = `0x${'ab'.repeat(32)}` as const
const to = nobody.address

async function setUp(findTransaction?: FindTransaction) {
  const wallet: EvmWallet = createEvmWallet({
    name: 'Test',
    rdns: 'io.test',
    accounts: [devPrivateKey(0), devPrivateKey(1)],
    chains: [
      { id: 31_337, rpcUrl: anvil.url },
      { id: 1, rpcUrl: anvil.url },
    ],
  })
  const network = createNetwork(31_337, anvil.url)
  const { connector, request, events, warnings } = await setUpFeatures(wallet.provider, network, { findTransaction })
  const send = (transaction: object = { to, value: 1n }) =>
    feature(connector, 'transaction:send')({ ...request, transaction })
  const isAsked = () => wallet.requests.some(({ method }) => method === 'eth_sendTransaction')
  return { wallet, connector, request, send, isAsked, events, warnings }
}

async function read(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(anvil.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await response.json()) as { result: unknown }).result
}

/** Reads the receipt, which takes a moment on a busy chain. */
function readReceipt(hash: string): Promise<unknown> {
  return vi.waitFor(async () => {
    const receipt = await read('eth_getTransactionReceipt', hash)
    if (!receipt) throw new Error(`${hash} is not mined yet.`)
    return receipt
  }, 10_000)
}

describe('transaction:send', () => {
  test('sends through the wallet and resolves with the hash of a mined transaction', async () => {
    const { send, wallet } = await setUp()
    const before = BigInt((await read('eth_getBalance', to, 'latest')) as string)
    const sent = await send({ to, value: 7n })
    expect(await readReceipt(sent)).toMatchObject({ status: '0x1', transactionHash: sent })
    expect(BigInt((await read('eth_getBalance', to, 'latest')) as string) - before).toBe(7n)
    const { params } = wallet.requests.find(({ method }) => method === 'eth_sendTransaction') ?? {}
    expect(params).toEqual([{ from: devAccount(0).address, to, value: '0x7', chainId: '0x7a69' }])
  })

  test('creates a contract if there is no receiver', async () => {
    const { send } = await setUp()
    const sent = await send({ data: '0x60006000f3' })
    expect(await readReceipt(sent)).toMatchObject({
      contractAddress: expect.stringMatching(/^0x/),
    })
  })

  test('error: TRANSACTION_REVERTS with the reason if the wallet reports that the transaction would revert', async () => {
    const { send } = await setUp()
    // its constructor reverts
    await expect(send({ data: '0x60006000fd' })).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
      shortMessage: 'This transaction would fail. Nothing was sent.',
      details: expect.stringContaining('revert'),
    })
  })

  test('error: TRANSACTION_REVERTS, not USER_REJECTED, if the revert reason is JSON with the code 4001', async () => {
    const { send } = await setUp()
    // its constructor reverts with Error('{"code":4001}')
    const reason = `08c379a0${'20'.padStart(64, '0')}${'0d'.padStart(64, '0')}${toHex('{"code":4001}').slice(2).padEnd(64, '0')}`
    await expect(send({ data: `0x6064600c60003960646000fd${reason}` })).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
      details: expect.stringContaining('{"code":4001}'),
    })
  })

  test('error: ACCOUNT_CHANGED if the wallet is on another account, without a request to send', async () => {
    const { send, wallet, isAsked } = await setUp()
    wallet.script({ methods: { eth_accounts: { kind: 'reply', value: [devAccount(1).address] } } })
    await expect(send()).rejects.toMatchObject({ code: 'ACCOUNT_CHANGED' })
    expect(isAsked()).toBe(false)
  })

  test('[F33] error: CHAIN_NOT_SWITCHED if the wallet is on another chain, without a request to send', async () => {
    const { send, wallet, isAsked } = await setUp()
    wallet.selectChain(1)
    await expect(send()).rejects.toMatchObject({ code: 'CHAIN_NOT_SWITCHED' })
    expect(isAsked()).toBe(false)
  })

  test('error: INVALID_PARAMS for an invalid receiver, without a wallet request', async () => {
    const { send, wallet } = await setUp()
    const asked = wallet.requests.length
    await expect(send({ to: '0x12' })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(wallet.requests).toHaveLength(asked)
  })

  test('error: INVALID_PARAMS for an address with an invalid checksum, without a wallet request', async () => {
    const { send, isAsked } = await setUp()
    const mistyped = devAccount(1).address.replace(/.$/, '0')
    await expect(send({ to: mistyped, value: 1n })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(isAsked()).toBe(false)
  })

  for (const transaction of [{ value: 1n }, { to: undefined, data: '0x', value: 1n }])
    test(`error: INVALID_PARAMS for a payment without a recipient${'data' in transaction ? ' or code' : ''}`, async () => {
      const { send, isAsked } = await setUp()
      await expect(send(transaction)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
      expect(isAsked()).toBe(false)
    })

  for (const value of [null, true, '', '0x', `${hash}00`, { hash }])
    test(`error: INVALID_WALLET_REPLY for ${JSON.stringify(value)} as hash`, async () => {
      const { send, wallet } = await setUp()
      wallet.script({ methods: { eth_sendTransaction: { kind: 'reply', value } } })
      await expect(send()).rejects.toMatchObject({ code: 'INVALID_WALLET_REPLY' })
    })

  test('returns the hash in lower case', async () => {
    const { send, wallet } = await setUp()
    wallet.script({ methods: { eth_sendTransaction: { kind: 'reply', value: hash.replace(/[a-f]/g, 'B') } } })
    expect(await send()).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

describe('a wallet error', () => {
  const payment = { from: devAccount(0).address.toLowerCase(), to: to.toLowerCase(), value: 1n, input: '0x' }
  const known: FindTransaction = async () => payment
  const error = { code: -32_000, message: 'already known', data: { originalError: { transactionHash: hash } } }

  test('[F31] counts as success if it names a transaction of this account that a node knows', async () => {
    const { send, wallet } = await setUp(known)
    wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value: error } } })
    expect(await send()).toBe(hash)
  })

  for (const [name, find] of [
    ['a transaction that no node knows', async () => null],
    ["another account's transaction", async () => ({ ...payment, from: nobody.address })],
    ['a transaction of this account to another recipient', async () => ({ ...payment, to: devAccount(1).address })],
    ['a transaction of this account with another amount', async () => ({ ...payment, value: 2n })],
    ['a transaction of this account that creates a contract', async () => ({ ...payment, to: '' })],
    ['a transaction while the nodes are unreachable', () => Promise.reject(new Error('down'))],
  ] as const satisfies readonly (readonly [string, FindTransaction])[])
    test(`[F31] stays an error if it names ${name}`, async () => {
      const { send, wallet } = await setUp(find)
      wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value: error } } })
      await expect(send()).rejects.toMatchObject({ code: 'INVALID_INPUT', cause: error })
    })

  test('stays an error if it names a transaction of this account with other data', async () => {
    const { send, wallet } = await setUp(async () => ({ ...payment, input: '0xa9059cbb01' }))
    wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value: error } } })
    await expect(send({ to, value: 1n, data: '0xa9059cbb02' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('counts as success if the wallet has appended data to the call', async () => {
    const { send, wallet } = await setUp(async () => ({ ...payment, input: '0xa9059cbb01ff' }))
    wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value: error } } })
    expect(await send({ to, value: 1n, data: '0xA9059CBB01' })).toBe(hash)
  })

  test("stays an error if it names the account's previous transaction, which a node knows", async () => {
    const { env, signal, warn } = createTestContext()
    const rpc = createRpc({ env, signal, warn })
    const { send, wallet } = await setUp((request) => findTransaction(rpc, request))
    const previous = await send({ to, value: 5n })
    await readReceipt(previous)
    const value = { code: -32_000, message: 'replacement transaction underpriced', data: { hash: previous } }
    wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value } } })
    await expect(send({ to, value: 6n })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    rpc.destroy()
  })

  test('error: OUTCOME_UNKNOWN, not REQUEST_PENDING, if the broadcast timed out at the wallet’s node', async () => {
    const { send, wallet } = await setUp(async () => null)
    const value = { code: -32_603, message: 'Internal error', data: { code: -32_002, message: 'request timed out' } }
    wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value } } })
    await expect(send()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })

  test('error: REQUEST_PENDING if the wallet has another prompt open', async () => {
    const { send, wallet } = await setUp(async () => null)
    const value = { code: -32_002, message: 'Already processing. Please wait.' }
    wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value } } })
    await expect(send()).rejects.toMatchObject({ code: 'REQUEST_PENDING', cause: value })
  })

  for (const [code, name] of [
    [4_001, 'USER_REJECTED'],
    [-32_602, 'INVALID_PARAMS'],
  ] as const)
    test(`error: ${name} is passed on without a transaction lookup`, async () => {
      let looks = 0
      const { send, wallet } = await setUp(async () => {
        looks += 1
        return payment
      })
      wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value: { ...error, code } } } })
      await expect(send()).rejects.toMatchObject({ code: name })
      expect(looks).toBe(0)
    })

  test('is reported even if it is circular and has a getter that throws', async () => {
    const circular: Record<string, unknown> = { code: -32_000 }
    circular['data'] = circular
    Object.defineProperty(circular, 'hash', {
      get: () => {
        throw new Error('mine')
      },
    })
    const { send, wallet } = await setUp(known)
    wallet.script({ methods: { eth_sendTransaction: { kind: 'throw', value: circular } } })
    await expect(send()).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
