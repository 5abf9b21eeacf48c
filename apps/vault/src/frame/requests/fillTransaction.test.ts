import { type Devnet, devAccount, startDevnet } from '@latchkey/devnet'
import { createPublicClient, type Hex, http, type TransactionSerializable, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Summary } from '../../protocol/summary.js'
import { fillTransaction } from './fillTransaction.js'
import type { CallNode } from './node.js'
import { readTokenFacts } from './tokenFacts.js'

const account = devAccount(3)
const to = devAccount(4).address
const { signal } = new AbortController()
let devnet: Devnet
let callNode: CallNode
let asked: string[] = []

beforeAll(async () => {
  devnet = await startDevnet({ chains: [31337] })
  const transport = http(devnet.chains[0].rpcUrl)
  const client = createPublicClient({ transport })
  callNode = async ({ method, params }) => {
    asked.push(method)
    return client.request({ method, params } as never)
  }
})
afterAll(() => devnet.stop())

const fill = (transaction: unknown): ReturnType<typeof fillTransaction> => {
  asked = []
  return fillTransaction(transaction, {
    chain: 'eip155:31337',
    from: account.address,
    callNode,
    rpcUrl: undefined,
    signal,
  })
}

/** Signs the filled transaction and sends it to the chain. */
async function send(fields: Readonly<Record<string, unknown>>): Promise<string> {
  const { nonce, from: _, ...rest } = fields as Record<string, Hex>
  const quantities = ['gas', 'value', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas']
  const entries = Object.entries(rest).map(([name, value]) => [name, quantities.includes(name) ? BigInt(value) : value])
  const transaction = {
    chainId: 31337,
    nonce: Number(nonce),
    ...Object.fromEntries(entries),
  } as TransactionSerializable
  const client = createPublicClient({ transport: http(devnet.chains[0].rpcUrl) })
  const hash = await client.sendRawTransaction({ serializedTransaction: await account.signTransaction(transaction) })
  return (await client.waitForTransactionReceipt({ hash })).status
}

describe('a transaction', () => {
  test('gets its nonce, gas and fees from the chain, which then accepts it', async () => {
    const filled = await fill({ to, value: '0x1' })
    expect(filled).toMatchObject({ from: account.address, to, value: '0x1', nonce: '0x0', gas: '0x5208' })
    expect(BigInt(filled['maxFeePerGas'] as Hex)).toBeGreaterThan(BigInt(filled['maxPriorityFeePerGas'] as Hex))
    expect(filled).not.toHaveProperty('gasPrice')
    expect(await send(filled)).toBe('success')
    expect((await fill({ to, value: '0x1' }))['nonce']).toBe('0x1')
  })

  test('that calls a contract gets a fifth more gas than estimated', async () => {
    const { address } = devnet.chains[0].tokens.USDC
    const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
    const filled = await fill({ to: address, data })
    const needed = (await callNode({
      chain: '',
      method: 'eth_estimateGas',
      params: [{ from: account.address, to: address, data }],
      signal,
    })) as Hex
    expect(BigInt(filled['gas'] as Hex)).toBe((BigInt(needed) * 6n) / 5n)
    expect(await send(filled)).toBe('success')
  })

  test('treats fields that the app sets to null as missing', async () => {
    const names = ['from', 'data', 'nonce', 'gas', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas', 'type']
    const empty = Object.fromEntries(names.map((name) => [name, null]))
    expect(await fill({ ...empty, to, value: '0x1' })).toEqual(await fill({ to, value: '0x1' }))
  })

  test('keeps the app’s values, and asks the node only for missing ones', async () => {
    const given = {
      to,
      value: '0x1',
      nonce: '0x7',
      gas: '0x10000',
      maxFeePerGas: '0x77359400',
      maxPriorityFeePerGas: '0x1',
    }
    expect(await fill(given)).toEqual({ from: account.address, ...given })
    expect(asked).toEqual([])
    const legacy = { to, value: '0x1', nonce: '0x7', gasLimit: '0x10000', gasPrice: '0x77359400' }
    const { gasLimit, ...rest } = legacy
    expect(await fill(legacy)).toEqual({ from: account.address, ...rest, gas: gasLimit })
    expect(asked).toEqual([])
    await fill({ to, gas: '0x10000' })
    expect(asked).toEqual(['eth_getTransactionCount', 'eth_getBlockByNumber', 'eth_maxPriorityFeePerGas'])
  })

  test('with maxFeePerGas pays the priority fee that the node suggests, and never more than the cap', async () => {
    const tip = BigInt((await callNode({ chain: '', method: 'eth_maxPriorityFeePerGas', params: [], signal })) as Hex)
    const maxFeePerGas = toHex(tip * 50n)
    expect(await fill({ to, maxFeePerGas })).toMatchObject({ maxFeePerGas, maxPriorityFeePerGas: toHex(tip) })
    // a tip is never above the cap
    expect(await fill({ to, maxFeePerGas: '0x1' })).toMatchObject({ maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' })
  })

  test('on a chain without base fees has a gas price', async () => {
    const before = callNode
    callNode = async (question) => (question.method === 'eth_getBlockByNumber' ? { number: '0x1' } : before(question))
    const filled = await fill({ to, value: '0x1' })
    callNode = before
    expect(filled).toMatchObject({ gasPrice: expect.stringMatching(/^0x/) })
    expect(filled).not.toHaveProperty('maxFeePerGas')
  })

  test.each(['0x0', '0x1', 0])('of type %j has a gas price and no maxFeePerGas', async (type) => {
    const filled = await fill({ to, value: '0x1', type })
    expect(filled).toMatchObject({ type, gasPrice: expect.stringMatching(/^0x/) })
    expect(filled).not.toHaveProperty('maxFeePerGas')
  })

  test('gets a default priority fee if the node suggests none', async () => {
    const before = callNode
    callNode = async (question) => {
      if (question.method === 'eth_maxPriorityFeePerGas') throw new Error('unknown method')
      return before(question)
    }
    expect(await fill({ to })).toMatchObject({ maxPriorityFeePerGas: '0x3b9aca00' })
    callNode = before
  })

  test('error: is rejected with the node’s message if it would revert', async () => {
    const { address } = devnet.chains[0].tokens.USDC
    const data = `0xa9059cbb${to.slice(2).padStart(64, '0')}${'f'.repeat(64)}`
    await expect(fill({ to: address, data })).rejects.toThrow(/revert|execution/i)
  })

  test.each([undefined, null, 7, 'x', []])('error: is rejected as invalid if it is %j', async (transaction) => {
    await expect(fill(transaction)).rejects.toMatchObject({ code: -32602 })
  })

  test.each(['x', '0x', null, {}, -1, 1.5, `0x${'f'.repeat(65)}`])(
    'error: is rejected if the node returns %j as gas',
    async (gas) => {
      const before = callNode
      callNode = async (question) => (question.method === 'eth_estimateGas' ? gas : before(question))
      await expect(fill({ to })).rejects.toMatchObject({ message: 'The network returned an invalid response.' })
      callNode = before
    },
  )
})

describe('token metadata', () => {
  const toSummary = (token: string): Summary => ({
    kind: 'evmTransaction',
    method: 'eth_sendTransaction',
    chain: 'eip155:31337',
    account: account.address,
    warnings: [],
    to: token,
    value: '0',
    nonce: 0,
    gas: '1',
    maxFeePerGas: '1',
    feeLimit: '1',
    data: '0x',
    call: { type: 'transfer', token, to, amount: '1' },
  })

  test('has the symbol and the decimals', async () => {
    const { address, symbol, decimals } = devnet.chains[0].tokens.USDC
    const facts = await readTokenFacts({ summary: toSummary(address), callNode, rpcUrl: undefined, signal })
    expect(facts).toEqual({ [address.toLowerCase()]: { symbol, decimals } })
  })

  test('is empty for an address that is not a token', async () => {
    expect(await readTokenFacts({ summary: toSummary(to), callNode, rpcUrl: undefined, signal })).toEqual({})
  })

  const word = (hex: string): string => hex.padStart(64, '0')
  const toText = (text: string): string =>
    `0x${word('20')}${word(text.length.toString(16))}${Buffer.from(text).toString('hex').padEnd(64, '0')}`
  test.each<[string, unknown, unknown, object]>([
    [
      'a bytes32 symbol, as in older tokens',
      `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`,
      `0x${word('12')}`,
      { symbol: 'MKR', decimals: 18 },
    ],
    ['a string symbol', toText('WETH'), `0x${word('6')}`, { symbol: 'WETH', decimals: 6 }],
  ])('may have %s', async (_, symbol, decimals, facts) => {
    const lie: CallNode = async ({ params }) =>
      (params as [{ data: string }])[0].data === '0x95d89b41' ? symbol : decimals
    expect(await readTokenFacts({ summary: toSummary(to), callNode: lie, rpcUrl: undefined, signal })).toEqual({
      [to.toLowerCase()]: facts,
    })
  })

  test.each<[string, unknown, unknown]>([
    ['markup', toText('<b>ETH</b>'), `0x${word('6')}`],
    ['a text with a direction override', toText('\u202eHTE'), `0x${word('6')}`],
    ['spaces', toText('ETH received'), `0x${word('6')}`],
    ['300 decimals', toText('ETH'), `0x${word('12c')}`],
    ['37 decimals', toText('ETH'), `0x${word('25')}`],
    ['an empty response', '0x', '0x'],
    ['a response that is not hex', null, 7],
  ])('error: is empty for %s', async (_, symbol, decimals) => {
    const lie: CallNode = async ({ params }) =>
      (params as [{ data: string }])[0].data === '0x95d89b41' ? symbol : decimals
    expect(await readTokenFacts({ summary: toSummary(to), callNode: lie, rpcUrl: undefined, signal })).toEqual({})
  })
})
