import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { devAccount, solanaDevKeypair, solanaTokens, worldMarket, worldNfts, worldTokens } from '@latchkey/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningGateway, startGateway } from '../startGateway.js'
import { startWorld, type World } from '../test/world.js'

let world: World
let gateway: RunningGateway
let time = 1_800_000_000_000

beforeAll(async () => {
  world = await startWorld()
  gateway = await startGateway({ port: 0, chains: world.chains, now: () => time, warn: () => undefined })
})
afterAll(async () => {
  await gateway?.stop()
  await world?.stop()
})

type Row = {
  readonly symbol: string
  readonly address?: string
  readonly chainId: string
  readonly value?: number
  readonly price: number
  readonly quantity: { readonly decimals: string; readonly numeric: string }
}
type Reply = {
  readonly balances: readonly Row[]
  readonly nfts: readonly { readonly name: string; readonly imageUrl?: string }[]
}
const get = (path: string): Promise<Response> => fetch(`${gateway.url}${path}`)
const balance = async (address: string, query = ''): Promise<Reply> =>
  (await (await get(`/v1/account/${address}/balance?currency=usd${query}`)).json()) as Reply
const call = async (method: string, ...params: unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(world.devnet.chains[0].rpcUrl, { method: 'POST', headers, body })
  return ((await reply.json()) as { readonly result: unknown }).result
}

test('lists the supported chains [S7.2]', async () => {
  const reply = await get('/v1/supported-chains?projectId=p&st=latchkey&sv=1')
  expect(await reply.json()).toEqual({ http: ['eip155:31337', world.devnet.solana?.caipNetworkId], ws: [] })
})

describe('balances of Bitcoin', () => {
  const own = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const genesis = {
    main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    test: '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
  }
  const bitcoin = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
  let running: RunningGateway

  /** Like Esplora, it rejects addresses of other networks. */
  const startEsplora = async (network: keyof typeof genesis): Promise<string> => {
    const sums = { funded_txo_sum: 150_000_000, spent_txo_sum: 0 }
    const server = createServer(({ url = '' }, response) => {
      if (url === '/block-height/0') response.end(genesis[network])
      else if (network === 'main' && url === `/address/${own}`)
        response.end(JSON.stringify({ chain_stats: sums, mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0 } }))
      else response.writeHead(400).end('Invalid Bitcoin address')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    closings.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const closings: (() => unknown)[] = []
  const toId = (network: keyof typeof genesis): string => `bip122:${genesis[network].slice(0, 32)}`

  beforeAll(async () => {
    const names = ['main', 'test'] as const
    const chains = names.map(async (name) => {
      return { caipNetworkId: toId(name), name, rpcUrl: await startEsplora(name), nativeCurrency: bitcoin }
    })
    running = await startGateway({ port: 0, chains: await Promise.all(chains), warn: () => undefined })
    closings.push(running.stop)
  })
  afterAll(() => Promise.all(closings.map((close) => close())))

  test('come from the networks that the address belongs to', async () => {
    const reply = await fetch(`${running.url}/v1/account/${own}/balance`)
    expect(await reply.json()).toMatchObject({ balances: [{ chainId: toId('main'), quantity: { numeric: '1.5' } }] })
  })

  test.each([
    ['an address of another network', own, 'test'],
    ['a wrong checksum', `${own.slice(0, -1)}5`, 'main'],
    ['a wrong checksum of base58', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'main'],
  ] as const)('error: INVALID_ADDRESS for %s', async (_, address, network) => {
    const reply = await fetch(`${running.url}/v1/account/${address}/balance?chainId=${toId(network)}`)
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([400, 'INVALID_ADDRESS'])
  })
})

describe('balances', () => {
  test('come from the chain, with prices from its pools and without spam [S7.12]', async () => {
    const { balances } = await balance(devAccount(5).address, '&chainId=eip155:31337')
    expect(balances.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI'])
    const [ether, usdc, dai] = balances
    expect(ether).toMatchObject({ chainId: 'eip155:31337', quantity: { decimals: '18', numeric: '10000' } })
    expect(ether?.address).toBeUndefined()
    expect(ether?.price).toBeCloseTo(3_000, 6)
    expect(ether?.value).toBeCloseTo(30_000_000, 2)
    expect(usdc).toMatchObject({
      address: `eip155:31337:${worldTokens.USDC.address}`,
      quantity: { decimals: '6', numeric: '10000' },
    })
    // priced through wrapped ether, with which it has its only pool
    expect(usdc?.price).toBeCloseTo(1, 6)
    expect(dai?.value).toBeCloseTo(10_000, 2)
  })

  test('of NFTs include on-chain names and images', async () => {
    const { nfts } = await balance(devAccount(1).address)
    expect(nfts).toEqual(
      ['3', '4'].map((tokenId) => ({
        chainId: 'eip155:31337',
        address: `eip155:31337:${worldNfts.address}`,
        tokenId,
        name: `Keyholes #${tokenId}`,
        collection: 'Keyholes',
        imageUrl: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
      })),
    )
  })

  test('of Solana include SOL and the listed tokens', async () => {
    const { balances } = await balance(solanaDevKeypair(1).address)
    expect(balances.map(({ symbol }) => symbol)).toEqual([
      'SOL',
      ...Object.values(solanaTokens).map(({ symbol }) => symbol),
    ])
    expect(balances[0]).toMatchObject({ chainId: world.devnet.solana?.caipNetworkId, price: 150 })
    // it has no pool: the price is from the token list
    expect(balances[1]).toMatchObject({ price: 0.25, quantity: { numeric: expect.stringMatching(/^[1-9]\d*$/) } })
    expect(balances[1]?.value).toBe(Number(balances[1]?.quantity.numeric) * 0.25)
  })

  test('are cached for ten seconds unless forceUpdate is set', async () => {
    const address = '0x00000000000000000000000000000000000000aa'
    const read = async (query = ''): Promise<string | undefined> =>
      (await balance(address, query)).balances[0]?.quantity.numeric
    expect(await read()).toBe('0')
    await call('anvil_setBalance', address, '0xde0b6b3a7640000')
    expect(await read()).toBe('0')
    expect(await read('&forceUpdate=true')).toBe('1')
    await call('anvil_setBalance', address, '0x1bc16d674ec80000')
    time += 9_999
    expect(await read('&forceUpdate=0')).toBe('1')
    time += 1
    expect(await read()).toBe('2')
  })

  test('a price ignores pools with little liquidity', async () => {
    const [from, word] = [
      devAccount(6).address,
      (value: string): string => value.replace('0x', '').toLowerCase().padStart(64, '0'),
    ]
    const { factory, usd } = worldMarket
    const pair = `${word(worldTokens.DAI.address)}${word(usd.address)}`
    await call('eth_sendTransaction', { from, to: factory, data: `0xc9c65396${pair}` })
    const pool = `0x${String(await call('eth_call', { to: factory, data: `0xe6a43905${pair}` }, 'latest')).slice(-40)}`
    // a pool price a thousand times too high: 999 dollars against 1 DAI
    for (const [to, selector, amount] of [
      [usd.address, '0x40c10f19', 999_000_000n],
      [worldTokens.DAI.address, '0xa9059cbb', 10n ** 18n],
    ] as const)
      await call('eth_sendTransaction', { from, to, data: `${selector}${word(pool)}${word(amount.toString(16))}` })
    await call('eth_sendTransaction', { from, to: pool, data: '0xfff6cae9' })
    time += 10_000
    const { balances } = await balance(from)
    expect(balances.find(({ symbol }) => symbol === 'DAI')?.price).toBeCloseTo(1, 6)
  })

  test('a price follows the reserves of the pool', async () => {
    const [, , , weth] = world.chains[0]?.tokens ?? []
    expect(weth?.address).toBe(worldMarket.wrappedNative.address)
    const before = (await balance(devAccount(6).address)).balances[0]?.price ?? 0
    // tokens that are sent to a pool and synced become part of its reserves
    const usdPool = worldMarket.pools[0]?.address ?? ''
    const from = devAccount(6).address
    const amount = 3_000_000_000_000n.toString(16).padStart(64, '0')
    const word = (hex: string): string => hex.slice(2).toLowerCase().padStart(64, '0')
    await call('eth_sendTransaction', {
      from,
      to: worldMarket.usd.address,
      data: `0x40c10f19${word(usdPool)}${amount}`,
    })
    await call('eth_sendTransaction', { from, to: usdPool, data: '0xfff6cae9' })
    time += 10_000
    expect((await balance(devAccount(6).address)).balances[0]?.price).toBeCloseTo(2 * before, 3)
  })

  test.each([
    ['0x00', 400, 'INVALID_ADDRESS'],
    ['0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 400, 'INVALID_ADDRESS'],
    ['..%2f..%2fhealth', 400, 'INVALID_ADDRESS'],
    ['1'.repeat(44), 400, 'INVALID_ADDRESS'],
    ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266?chainId=eip155:1', 400, 'UNSUPPORTED_CHAIN'],
    ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266?chainId=x', 400, 'UNSUPPORTED_CHAIN'],
    ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266?currency=eur', 400, 'BAD_REQUEST'],
  ])('error: %s is rejected', async (what, status, error) => {
    const [address, query = ''] = what.split('?')
    const reply = await get(`/v1/account/${address}/balance?${query}`)
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([status, error])
  })

  test('error: an address of another namespace than the chain is rejected', async () => {
    const reply = await get(`/v1/account/${solanaDevKeypair(1).address}/balance?chainId=eip155:31337`)
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([400, 'INVALID_ADDRESS'])
  })
})
