import { devAccount, type RpcProxy, spamToken, startRpcProxy, worldNfts, worldTokens } from '@latchkey/devnet'
import { encodeFunctionData, erc20Abi, erc721Abi, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../database/database.js'
import { type RunningGateway, startGateway } from '../startGateway.js'
import { fillHistory, toLoadAccount } from '../test/load.js'
import { callNode, sendCall, toTokenTransfer } from '../test/localCalls.js'
import { startWorld, type World } from '../test/world.js'
import { readActivity, toCursor } from './activity.js'

const operatorToken = 'the-token-of-the-operator'
let world: World
let proxy: RpcProxy
let gateway: RunningGateway
const warnings: unknown[] = []

beforeAll(async () => {
  world = await startWorld()
  proxy = await startRpcProxy({ rpcUrl: world.devnet.chains[0].rpcUrl })
  gateway = await startGateway({
    port: 0,
    databaseUrl: world.databaseUrl,
    // two tokens are known only from blocks: one of them is spam
    chains: world.chains.map((chain, index) => {
      const tokens = chain.tokens?.filter(({ symbol }) => symbol !== 'DAI' && symbol !== spamToken.symbol)
      return index === 0 ? { ...chain, tokens, rpcUrl: proxy.url } : chain
    }),
    operatorToken,
    warn: (cause) => warnings.push(cause),
  })
})
afterAll(async () => {
  await gateway?.stop()
  await proxy?.stop()
  await world?.stop()
})

type Transfer = {
  readonly direction: string
  readonly quantity: { readonly numeric: string }
  readonly fungible_info?: { readonly symbol: string }
  readonly nft_info?: { readonly name: string; readonly flags: { readonly is_spam: boolean } }
}
type Row = {
  readonly id: string
  readonly metadata: Readonly<Record<string, unknown>>
  readonly transfers: readonly Transfer[]
}
type Page = { readonly data: readonly Row[]; readonly next: string | null }

const account = (index: number): string => devAccount(index).address
const send = (call: Parameters<typeof sendCall>[1]): Promise<string> => sendCall(world.devnet.chains[0].rpcUrl, call)
const history = async (address: string, query = ''): Promise<Page> =>
  (await (await fetch(`${gateway.url}/v1/account/${address}/history?chainId=eip155:31337${query}`)).json()) as Page
const untilRead = async (): Promise<void> => {
  const head = Number(await callNode(world.devnet.chains[0].rpcUrl, 'eth_blockNumber'))
  await vi.waitFor(async () => {
    const health = (await (
      await fetch(`${gateway.url}/health`, { headers: { authorization: `Bearer ${operatorToken}` } })
    ).json()) as {
      readonly chains: Readonly<Record<string, { readonly indexed: number }>>
    }
    expect(health.chains['eip155:31337']?.indexed).toBeGreaterThanOrEqual(head)
  }, 20_000)
}

describe('history', () => {
  test('lists transfers of each kind for sender and recipient, newest first [S7.4]', async () => {
    const [from, to] = [account(0), account(7)]
    const plain = await send({ from, to, value: parseEther('1.5') })
    const token = await send({ from, to: worldTokens.USDC.address, data: toTokenTransfer(to, 2_500_000n) })
    const args = [from, to, 1n] as never
    const nft = await send({
      from,
      to: worldNfts.address,
      data: encodeFunctionData({ abi: erc721Abi, functionName: 'transferFrom', args }),
    })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to as never, 5n] })
    const approved = await send({ from, to: worldTokens.DAI.address, data: approve })
    const failed = await send({
      from,
      to: worldTokens.USDC.address,
      data: toTokenTransfer(to, maxUint256),
      gas: 100_000n,
    })
    await untilRead()
    const sent = (await history(from)).data.slice(0, 5)
    expect(sent.map(({ metadata }) => [metadata['hash'], metadata['operationType'], metadata['status']])).toEqual([
      [failed, 'execute', 'failed'],
      [approved, 'approve', 'confirmed'],
      [nft, 'send', 'confirmed'],
      [token, 'send', 'confirmed'],
      [plain, 'send', 'confirmed'],
    ])
    const toInfo = (name: string, symbol: string, address: string): object => ({
      name,
      symbol,
      address: `eip155:31337:${address}`,
      icon: { url: `/public/getTokenImage/${symbol}` },
    })
    const usdc = toInfo('USD Coin', 'USDC', worldTokens.USDC.address)
    const ether = toInfo('Ether', 'ETH', '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee')
    expect(sent.map(({ transfers }) => transfers)).toEqual([
      [],
      [],
      [
        {
          direction: 'out',
          quantity: { numeric: '1' },
          nft_info: { name: 'Keyholes #1', flags: { is_spam: false } },
        },
      ],
      [{ direction: 'out', quantity: { numeric: '2.5' }, fungible_info: usdc }],
      [{ direction: 'out', quantity: { numeric: '1.5' }, fungible_info: ether }],
    ])
    const received = (await history(to)).data.slice(0, 3)
    expect(received.map(({ metadata, transfers }) => [metadata['hash'], transfers[0]?.direction])).toEqual([
      [nft, 'in'],
      [token, 'in'],
      [plain, 'in'],
    ])
    expect(received[0]?.metadata).toMatchObject({
      chain: 'eip155:31337',
      minedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      sentFrom: from,
      sentTo: worldNfts.address,
      operationType: 'receive',
    })
  })

  test('lists a plain transaction without value as received by its recipient', async () => {
    const [from, to] = [account(0), '0x00000000000000000000000000000000000000cc']
    await send({ from, to, value: 0n })
    await untilRead()
    const readOperation = async (address: string): Promise<unknown> =>
      (await history(address)).data[0]?.metadata['operationType']
    expect([await readOperation(from), await readOperation(to)]).toEqual(['send', 'receive'])
  })

  test('omits transactions that only brought spam to the account', async () => {
    const [from, to] = [account(0), account(8)]
    const spam = await send({ from, to: spamToken.address, data: toTokenTransfer(to, 1n) })
    await untilRead()
    const hashes = (page: Page): readonly unknown[] => page.data.map(({ metadata }) => metadata['hash'])
    expect(hashes(await history(to))).not.toContain(spam)
    expect(hashes(await history(from))).toContain(spam)
  })

  test('is paged without gaps or duplicates while new blocks are mined', async () => {
    const [from, to] = [account(2), '0x00000000000000000000000000000000000000bb']
    await callNode(world.devnet.chains[0].rpcUrl, 'evm_setAutomine', false)
    const hashes: unknown[] = []
    const value = '0x1'
    for (let index = 0; index < 60; index++) {
      hashes.push(await callNode(world.devnet.chains[0].rpcUrl, 'eth_sendTransaction', { from, to, value }))
      if (index % 7 === 0) await callNode(world.devnet.chains[0].rpcUrl, 'evm_mine')
    }
    await callNode(world.devnet.chains[0].rpcUrl, 'evm_mine')
    await callNode(world.devnet.chains[0].rpcUrl, 'evm_setAutomine', true)
    await untilRead()
    const first = await history(to)
    await send({ from, to, value: 1n })
    await untilRead()
    const seen = [...first.data]
    let pages = 1
    for (let { next } = first; next !== null; pages++) {
      const page = await history(to, `&cursor=${next}`)
      seen.push(...page.data)
      next = page.next
    }
    expect([pages, seen.map(({ metadata }) => metadata['hash'])]).toEqual([3, hashes.toReversed()])
    // the same applies across all chains
    const everywhere = (await (await fetch(`${gateway.url}/v1/account/${to}/history`)).json()) as Page
    const page = await fetch(`${gateway.url}/v1/account/${to}/history?cursor=${everywhere.next}`)
    expect([everywhere.data.length, ((await page.json()) as Page).data.length]).toEqual([25, 25])
  })

  test('of one chain is read with statements that PostgreSQL plans once, not for each page', async () => {
    const [chain, filledAccount] = ['eip155:424242', toLoadAccount(1)]
    await fillHistory({ databaseUrl: world.databaseUrl, chain, transfers: 10_000 })
    const database = openDatabase({ url: world.databaseUrl, warn: (cause) => warnings.push(cause) })
    const read = { account: filledAccount, chains: [chain], limit: 10 }
    const after = { minedAt: 1_700_001_000_000, chain, height: 100, position: 0 }
    for (let turn = 0; turn < 12; turn++)
      for (const begin of [undefined, after])
        expect(await readActivity(database, { ...read, after: begin })).toHaveLength(10)
    const plans = await database.query(
      'SELECT name, custom_plans::int AS each, generic_plans::int AS once FROM pg_prepared_statements ORDER BY name',
    )
    await database.close()
    // the first five executions of a statement are planned one by one
    const counts = { each: 5, once: 7 }
    expect(plans).toEqual(['behind', 'first'].map((name) => ({ name: `activity-10-one-${name}`, ...counts })))
  })

  test('recovers automatically from a node that is overloaded, disconnects or returns invalid responses', async () => {
    const batches = ['eth_getBlockByNumber', 'eth_getBlockReceipts']
    proxy.fail({ kind: 'status', status: 503, times: 1, methods: ['trace_block'] })
    proxy.fail({ kind: 'batch', shape: 'missingId', times: 1, methods: batches })
    proxy.fail({ kind: 'batch', shape: 'shuffled', times: 1, methods: batches })
    proxy.fail({ kind: 'status', status: 503, times: 2 })
    proxy.fail({ kind: 'cut', when: 'after', times: 1 })
    proxy.fail({ kind: 'truncated', times: 1 })
    proxy.fail({ kind: 'html', times: 1 })
    proxy.fail({ kind: 'staleBlock', behind: 3, times: 2 })
    const to = '0x00000000000000000000000000000000000000cc'
    const hash = await send({ from: account(3), to, value: 7n })
    await vi.waitFor(async () => expect((await history(to)).data[0]?.metadata['hash']).toBe(hash), 20_000)
  })

  test.each([
    ['cursor=x', 'BAD_REQUEST'],
    ['cursor=W10', 'BAD_REQUEST'],
    [`cursor=${'A'.repeat(301)}`, 'BAD_REQUEST'],
    [`cursor=${Buffer.from('[1,"eip155:1",-1,0]').toString('base64url')}`, 'BAD_REQUEST'],
    [`cursor=${Buffer.from('[1,"eip155:1",1,2147483648]').toString('base64url')}`, 'BAD_REQUEST'],
    [`cursor=${Buffer.from('[1,"eip155:1",1,9007199254740991]').toString('base64url')}`, 'BAD_REQUEST'],
    [`cursor=${Buffer.from('[1,"eip155\\u0000",1,1]').toString('base64url')}`, 'BAD_REQUEST'],
    ['chainId=eip155:1', 'UNSUPPORTED_CHAIN'],
  ])('error: 400 for %s', async (query, error) => {
    const reply = await fetch(`${gateway.url}/v1/account/${account(0)}/history?${query}`)
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([400, error])
  })

  test('ends at a cursor that matches no entry instead of looping', async () => {
    const cursor = toCursor({ minedAt: 0, chain: 'x', height: 0, position: 0 })
    expect(await history(account(0), `&cursor=${cursor}`)).toEqual({ data: [], next: null })
  })

  test('error: NOT_INDEXED for an account on a chain that is not indexed', async () => {
    const chain = world.devnet.solana?.caipNetworkId
    const reply = await fetch(`${gateway.url}/v1/account/11111111111111111111111111111111/history?chainId=${chain}`)
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([400, 'NOT_INDEXED'])
  })

  test('adds tokens that were only found in blocks to the balances, except spam', async () => {
    const from = account(0)
    const to = '0x00000000000000000000000000000000000000ee'
    for (const token of [worldTokens.DAI, spamToken])
      await send({ from, to: token.address, data: toTokenTransfer(to, 3n * 10n ** 18n) })
    await untilRead()
    const read = async (address: string) => {
      const reply = await fetch(`${gateway.url}/v1/account/${address}/balance?chainId=eip155:31337&forceUpdate=1`)
      return (await reply.json()) as {
        readonly balances: readonly {
          readonly name: string
          readonly price: number
          readonly quantity: { readonly numeric: string }
        }[]
        readonly nfts: readonly { readonly tokenId: string }[]
      }
    }
    const { balances } = await read(to)
    expect(balances.map(({ name, quantity }) => [name, quantity.numeric])).toEqual([
      ['Ether', '0'],
      [worldTokens.DAI.name, '3'],
    ])
    expect(balances[1]?.price).toBeCloseTo(1, 3)
    // sent by another test
    expect((await read(account(7))).nfts.map(({ tokenId }) => tokenId)).toEqual(['1'])
  })
})
