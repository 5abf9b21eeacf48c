import {
  carefulToken,
  devAccount,
  devPrivateKey,
  type RpcProxy,
  startRpcProxy,
  worldMarket,
  worldTokens,
} from '@latchkey/devnet'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { nativeToken } from '../chains/config.js'
import type { RunningGateway } from '../startGateway.js'
import { type Acts, ask, startActs } from '../test/world.js'

const id = 'eip155:31337'

const native = `${id}:${nativeToken}`

const { USDC, DAI } = worldTokens

const { usd, wrappedNative, router } = worldMarket

const toPlace = ({ address }: { readonly address: string }): string => `${id}:${address}`

let acts: Acts

let gateway: RunningGateway

const clients = () => {
  const options = { chain: foundry, pollingInterval: 50, transport: http(acts.devnet.chains[0].rpcUrl) }
  const account = privateKeyToAccount(devPrivateKey(3))
  return { reader: createPublicClient(options), writer: createWalletClient({ ...options, account }), account }
}

beforeAll(async () => {
  acts = await startActs()
  gateway = await acts.startGateway()
})

afterAll(() => acts?.stop())

type Tx = {
  readonly from: string
  readonly to: string
  readonly data: Hex
  readonly amount?: string
  readonly value?: string
  readonly eip155: { readonly gas: string; readonly gasPrice: string }
}

const txOf = (body: unknown): Tx => (body as { readonly tx: Tx }).tx

const user = (): string => `${id}:${clients().account.address}`

const query = (values: Readonly<Record<string, string>>): string => String(new URLSearchParams(values))

const quote = async (
  from: string,
  to: string,
  amount: bigint,
): Promise<readonly { toAmount: string; blockNumber: string }[]> => {
  const question = query({ amount: String(amount), from, to, userAddress: user(), gasPrice: '1' })
  const { status, body } = await ask(gateway, `/v1/convert/quotes?${question}`)
  expect(status).toBe(200)
  return (body as { quotes: [] }).quotes
}

const send = async ({ to, data, amount = '0', eip155: { gas } }: Tx): Promise<void> => {
  const { reader, writer } = clients()
  const target = to.split(':')[2] as Address
  const hash = await writer.sendTransaction({ to: target, data, value: BigInt(amount), gas: BigInt(gas) })
  expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
}

const balance = (token: Address): Promise<bigint> => {
  const { reader, account } = clients()
  return reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] })
}

const build = (from: string, to: string, amount: bigint, change: object = {}): ReturnType<typeof ask> =>
  ask(gateway, '/v1/convert/build-transaction', { from, to, amount: String(amount), userAddress: user(), ...change })

describe('a quote', () => {
  test('returns the router’s output at the latest block, which the swap then yields [S7.5] [S7.10]', async () => {
    const amount = parseEther('1')
    const [first] = await quote(native, toPlace(USDC), amount)
    const { reader } = clients()
    expect(BigInt(first?.blockNumber ?? 0)).toBe(await reader.getBlockNumber())
    const before = await balance(USDC.address)
    const { body } = await build(native, toPlace(USDC), amount, { eip155: { slippage: '0.5' } })
    expect(txOf(body)).toMatchObject({ from: user(), to: toPlace({ address: router }), amount: String(amount) })
    await send(txOf(body))
    expect((await balance(USDC.address)) - before).toBe(BigInt(first?.toAmount ?? 0))
  })

  test('goes through the native currency without a direct pool, after an approval of the exact amount [S7.8] [S7.11]', async () => {
    const amount = parseUnits('30', USDC.decimals)
    const allowance = async (): Promise<unknown> => {
      const question = query({ tokenAddress: toPlace(USDC), userAddress: user() })
      return (await ask(gateway, `/v1/convert/allowance?${question}`)).body
    }
    expect(await allowance()).toEqual({ allowance: '0' })
    const [first] = await quote(toPlace(USDC), toPlace(DAI), amount)
    // the swap would revert without an approval
    expect(await build(toPlace(USDC), toPlace(DAI), amount)).toMatchObject({
      status: 400,
      body: { error: 'SWAP_WOULD_FAIL' },
    })
    const blind = await build(toPlace(USDC), toPlace(DAI), amount, { disableEstimate: true })
    expect(txOf(blind.body).eip155).not.toHaveProperty('gas')

    const approve = async (change: object): Promise<Tx> => {
      const question = query({ userAddress: user(), from: toPlace(USDC), to: toPlace(DAI), ...change })
      return txOf((await ask(gateway, `/v1/convert/build-approve?${question}`)).body)
    }
    expect((await approve({})).data).toContain((await balance(USDC.address)).toString(16).padStart(64, '0'))
    await send(await approve({ amount: String(amount) }))
    expect(await allowance()).toEqual({ allowance: String(amount) })
    const before = await balance(DAI.address)
    await send(txOf((await build(toPlace(USDC), toPlace(DAI), amount)).body))
    expect((await balance(DAI.address)) - before).toBe(BigInt(first?.toAmount ?? 0))
    expect(await allowance()).toEqual({ allowance: '0' })
  })

  test('for a token that rejects a changed allowance, the old one is revoked before the exact amount is approved', async () => {
    const amount = parseUnits('20', carefulToken.decimals)
    const { reader, writer, account } = clients()
    const mint = parseAbi(['function mint(address to, uint256 amount)'])
    await send({
      from: user(),
      to: toPlace(carefulToken),
      eip155: { gas: '200000', gasPrice: '0' },
      data: encodeFunctionData({ abi: mint, functionName: 'mint', args: [account.address, 3n * amount] }),
    })
    const approve = async (): Promise<Tx> => {
      const question = query({ userAddress: user(), from: toPlace(carefulToken), to: native, amount: String(amount) })
      return txOf((await ask(gateway, `/v1/convert/build-approve?${question}`)).body)
    }
    const argsOf = ({ data }: Tx): unknown => decodeFunctionData({ abi: erc20Abi, data }).args
    // the allowance that is left of an older, smaller swap
    const old = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, 5n] })
    const hash = await writer.sendTransaction({ to: carefulToken.address, data: old })
    await reader.waitForTransactionReceipt({ hash })
    const first = await approve()
    expect(argsOf(first)).toEqual([router, 0n])
    await send(first)
    const second = await approve()
    expect(argsOf(second)).toEqual([router, amount])
    await send(second)
    const before = await balance(carefulToken.address)
    await send(txOf((await build(toPlace(carefulToken), native, amount)).body))
    expect(before - (await balance(carefulToken.address))).toBe(amount)
  })

  test('error: SWAP_WOULD_FAIL if the approval reverts without an existing allowance', async () => {
    // the router is not a token
    const question = query({ userAddress: user(), from: toPlace({ address: router }), to: native, amount: '5' })
    expect(await ask(gateway, `/v1/convert/build-approve?${question}`)).toMatchObject({
      status: 400,
      body: { error: 'SWAP_WOULD_FAIL' },
    })
  })

  test('tokens are swapped for the native currency', async () => {
    const { reader, account } = clients()
    const amount = parseUnits('10', DAI.decimals)
    const question = query({ userAddress: user(), from: toPlace(DAI), to: native, amount: String(amount) })
    await send(txOf((await ask(gateway, `/v1/convert/build-approve?${question}`)).body))
    const [first] = await quote(toPlace(DAI), native, amount)
    const before = await reader.getBalance(account)
    const tx = txOf((await build(toPlace(DAI), native, amount)).body)
    await send(tx)
    const spent = parseEther('0.01')
    const got = (await reader.getBalance(account)) - before
    expect(got).toBeLessThanOrEqual(BigInt(first?.toAmount ?? 0))
    expect(got + spent).toBeGreaterThan(BigInt(first?.toAmount ?? 0))
  })

  test('a swap reverts if the price has moved beyond its slippage', async () => {
    const amount = parseEther('1')
    const { body } = await build(native, toPlace(usd), amount, { eip155: { slippage: 1 } })
    await send(txOf((await build(native, toPlace(usd), parseEther('50'), { eip155: { slippage: 50 } })).body))
    await expect(send({ ...txOf(body), eip155: { gas: '500000', gasPrice: '0' } })).rejects.toThrow()
  })

  test('is empty without a pool, and between the native currency and its wrapped token', async () => {
    const nothing = toPlace({ address: devAccount(9).address })
    expect(await quote(native, nothing, 1n)).toEqual([])
    expect(await quote(native, toPlace(wrappedNative), 10n)).toEqual([])
    expect(await build(native, nothing, 1n)).toMatchObject({ status: 400, body: { error: 'NO_LIQUIDITY' } })
  })

  test.each([
    ['an exponent', { amount: '1e18' }, /^amount/],
    ['a comma', { amount: '1,5' }, /^amount/],
    ['a sign', { amount: '-1' }, /^amount/],
    ['Arabic digits', { amount: '١٢٣' }, /^amount/],
    ['80 digits', { amount: '1'.repeat(80) }, /^amount/],
    ['more than a token can have', { amount: '9'.repeat(78) }, /^amount/],
    ['an amount of zero', { amount: '0' }, /^amount/],
    ['another chain', { to: `eip155:1:${USDC.address}` }, /same chain/],
    [
      'a chain that is not served',
      { from: `eip155:1:${nativeToken}`, to: `eip155:1:${USDC.address}`, userAddress: `eip155:1:${USDC.address}` },
      /Unsupported chain/,
    ],
    ['an invalid address', { to: `${id}:0x12` }, /^to/],
    ['another namespace', { from: 'solana:x:So11111111111111111111111111111111111111111' }, /^from/],
    ['slippage of 0', { eip155: { slippage: 0 } }, /slippage/],
    ['slippage of 51', { eip155: { slippage: '51' } }, /slippage/],
    ['slippage with three decimals', { eip155: { slippage: '0.333' } }, /slippage/],
  ])('error: %s is rejected', async (_, change, message) => {
    const asked = { amount: '1', from: native, to: toPlace(USDC), userAddress: user(), ...change }
    const replies = [await ask(gateway, '/v1/convert/build-transaction', asked)]
    if (!('eip155' in change)) replies.push(await ask(gateway, `/v1/convert/quotes?${query(asked as never)}`))
    for (const { status, body } of replies)
      expect([status, body]).toEqual([400, expect.objectContaining({ message: expect.stringMatching(message) })])
  })
})

describe('with errors of the node', () => {
  let proxy: RpcProxy
  let other: RunningGateway

  beforeAll(async () => {
    proxy = await startRpcProxy({ rpcUrl: acts.devnet.chains[0].rpcUrl })
    other = await acts.startGateway({ chains: acts.chains.map((chain) => ({ ...chain, rpcUrl: proxy.url })) })
  })
  afterEach(() => proxy.reset())
  afterAll(() => proxy?.stop())

  test.each([
    ['older Nethermind nodes', { code: -32_015, message: 'VM execution error.', data: 'Reverted 0x' }],
    ['geth', { code: 3, message: 'execution reverted', data: '0x' }],
  ])('there is no quote if all paths revert, as reported by %s', async (_, error) => {
    proxy.fail({ kind: 'error', error, methods: ['eth_call'] })
    const question = query({ amount: '1', from: native, to: toPlace(USDC), userAddress: user() })
    expect(await ask(other, `/v1/convert/quotes?${question}`)).toMatchObject({ status: 200, body: { quotes: [] } })
  })

  test.each([
    ['its limit', { code: -32_005, message: 'rate limit exceeded' }],
    ['an internal error', { code: -32_603, message: 'internal error' }],
    ['a missing block', { code: -32_000, message: 'header not found' }],
  ])('error: UNAVAILABLE if the node responds to the estimate with %s', async (_, error) => {
    const { reader, writer } = clients()
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, 5n] })
    await reader.waitForTransactionReceipt({ hash: await writer.sendTransaction({ to: DAI.address, data }) })
    proxy.fail({ kind: 'error', error, methods: ['eth_estimateGas'], times: 1 })
    const pair = { userAddress: user(), from: toPlace(DAI), to: native, amount: '10' }
    const approval = await ask(other, `/v1/convert/build-approve?${query(pair)}`)
    proxy.fail({ kind: 'error', error, methods: ['eth_estimateGas'], times: 1 })
    const swap = await ask(other, '/v1/convert/build-transaction', { ...pair, from: native, to: toPlace(DAI) })
    for (const reply of [approval, swap]) expect(reply).toMatchObject({ status: 502, body: { error: 'UNAVAILABLE' } })
  })

  test.each([
    ['geth', { code: -32_000, message: 'gas required exceeds allowance (0)' }],
    ['Reth', { code: -32_003, message: 'insufficient funds for gas * price + value' }],
    ['Besu', { code: -32_004, message: 'Upfront cost exceeds account balance' }],
  ])('error: SWAP_WOULD_FAIL if the account lacks funds, as reported by %s', async (_, error) => {
    proxy.fail({ kind: 'error', error, methods: ['eth_estimateGas'] })
    const swap = { userAddress: user(), from: native, to: toPlace(DAI), amount: '10' }
    expect(await ask(other, '/v1/convert/build-transaction', swap)).toMatchObject({
      status: 400,
      body: { error: 'SWAP_WOULD_FAIL' },
    })
  })
})

describe('tokens and prices', () => {
  test('swaps are offered for the native currency and listed tokens without spam [S7.6]', async () => {
    const { body } = await ask(gateway, `/v1/convert/tokens?chainId=${id}`)
    const { tokens } = body as { tokens: readonly { symbol: string; address: string; decimals: number }[] }
    expect(tokens[0]).toEqual({
      name: 'Ether',
      symbol: 'ETH',
      decimals: 18,
      logoUri: '/public/getTokenImage/ETH',
      address: native,
    })
    expect(tokens.map(({ symbol }) => symbol).sort()).toEqual(['CARE', 'DAI', 'ETH', 'USDC', 'USDL', 'WETH'])
    expect((await ask(gateway, '/v1/convert/tokens?chainId=eip155:1')).body).toMatchObject({
      error: 'UNSUPPORTED_CHAIN',
    })
  })

  test('the standard gas price is at least the node’s, and faster ones are not lower [S7.9]', async () => {
    const { body } = await ask(gateway, `/v1/convert/gas-price?chainId=${id}`)
    const { standard, fast, instant } = body as Readonly<Record<string, string>>
    const price = await clients().reader.getGasPrice()
    expect(BigInt(standard ?? 0)).toBeGreaterThanOrEqual(price)
    expect(BigInt(fast ?? 0)).toBeGreaterThanOrEqual(BigInt(standard ?? 0))
    expect(BigInt(instant ?? 0)).toBeGreaterThanOrEqual(BigInt(fast ?? 0))
  })

  test('tokens have a price in US dollars; unknown ones are omitted [S7.7]', async () => {
    const unknown = toPlace({ address: devAccount(9).address })
    const addresses = [native, toPlace(usd), toPlace(DAI), unknown]
    const { body } = await ask(gateway, '/v1/fungible/price', { currency: 'usd', addresses, projectId: 'p' })
    const { fungibles } = body as { fungibles: readonly { address: string; symbol: string; price: number }[] }
    expect(fungibles.map(({ address, symbol }) => [address, symbol])).toEqual([
      [native, 'ETH'],
      [toPlace(usd), 'USDL'],
      [toPlace(DAI), 'DAI'],
    ])
    expect(fungibles[1]?.price).toBe(1)
    expect(fungibles[0]?.price).toBeGreaterThan(2_000)
    for (const wrong of [[], Array(11).fill(native), ['x'], [`eip155:1:${USDC.address}`]])
      expect((await ask(gateway, '/v1/fungible/price', { addresses: wrong })).status).toBe(400)
  })
})
