import { evm } from '@latchkey/adapter-evm'
import {
  type ChainAdapter,
  type Connector,
  createModalCore,
  type Modal,
  type ModalOptions,
  type SwapState,
  type Transaction,
} from '@latchkey/core'
import { connect } from '@latchkey/core/controllers'
import { approveSwap, sendSwap, setSwapAmount, watchSwap } from '@latchkey/core/internal'
import { compileContracts, deployContract, devAccount, devPrivateKey, worldMarket, worldTokens } from '@latchkey/devnet'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  toFunctionSelector,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RunningGateway } from '../startGateway.js'
import { type Acts, startActs } from '../test/world.js'

const id = 'eip155:31337'

const account = privateKeyToAccount(devPrivateKey(4))

const thief = devAccount(8).address

const { USDC, DAI } = worldTokens

const { router, wrappedNative } = worldMarket

const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

let acts: Acts

let gateway: RunningGateway

let relay: Address

let relayAbi: ReturnType<typeof parseAbi>

const endings: (() => unknown)[] = []

beforeAll(async () => {
  acts = await startActs()
  gateway = await acts.startGateway()
  const { Relay } = compileContracts({ file: new URL('../test/Routers.sol', import.meta.url).pathname })
  if (!Relay) throw new Error('Relay was not compiled')
  relayAbi = Relay.abi as typeof relayAbi
  relay = await deployContract({ rpcUrl: rpcUrl(), ...Relay, args: [router] })
})

afterEach(() => {
  for (const end of endings.splice(0)) end()
})

afterAll(() => acts?.stop())

const rpcUrl = (): string => acts.devnet.chains[0].rpcUrl

const reader = () => createPublicClient({ chain: foundry, transport: http(rpcUrl()) })

const writer = () => createWalletClient({ account, chain: foundry, pollingInterval: 50, transport: http(rpcUrl()) })

const balanceOf = (address: Address): Promise<bigint> =>
  reader().readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [account.address] })

const allowanceOf = (address: Address, spender: Address): Promise<bigint> =>
  reader().readContract({ address, abi: erc20Abi, functionName: 'allowance', args: [account.address, spender] })

type Tx = { from: string; to: string; data: Hex; amount?: string; value?: string }

/** Changes to responses of the gateway, by the last part of their path, before the modal reads them. */
type Lies = { readonly [path: string]: (reply: Record<string, unknown>) => unknown }

const changeTx =
  (change: (tx: Tx) => Partial<Tx>) =>
  (reply: Record<string, unknown>): unknown => {
    const tx = reply['tx'] as Tx
    return { tx: { ...tx, ...change(tx) } }
  }

/** Replaces named arguments of a router call. */
const changeCall = (change: {
  path?: readonly Address[]
  to?: Address
  minimum?: bigint
  amount?: bigint
  deadline?: bigint
}) =>
  changeTx(({ data }) => {
    const { functionName, args } = decodeFunctionData({ abi: routerAbi, data })
    const [deadline, to, path, minimum, amount] = [...args].reverse() as [
      bigint,
      Address,
      readonly Address[],
      bigint,
      bigint?,
    ]
    const own = { deadline, to, path, minimum, amount, ...change }
    const rest = [own.minimum, own.path, own.to, own.deadline]
    const all = amount === undefined ? rest : [own.amount, ...rest]
    return { data: encodeFunctionData({ abi: routerAbi, functionName, args: all as never }) }
  })

type World = {
  readonly modal: Modal
  /** What the wallet was asked to sign. */
  readonly sent: { readonly to: Address; readonly data: Hex; readonly value: bigint }[]
  readonly nodeCalls: string[]
  readonly swap: () => SwapState
  lies: Lies
  /** The node answers this method with an error. */
  broken: string | undefined
}

type Wish = { readonly fromToken: string; readonly toToken: string; readonly amount: string }

/** The modal with the EVM adapter on a local chain, a wallet that signs whatever it is asked to, and a service that may lie. */
async function begin(wish: Wish, lies: Lies = {}, options: Partial<ModalOptions> = {}): Promise<World> {
  const sent: World['sent'] = []
  const connector: Connector = {
    meta: { id: 'key', type: 'ANNOUNCED', name: 'Key', namespaces: ['eip155'] },
    features: {
      async 'transaction:send'({ transaction }: { readonly transaction: Transaction }) {
        const call = transaction as World['sent'][number]
        sent.push(call)
        const wanted = { to: call.to, data: call.data, value: call.value }
        // as wallets do: the first swap of a second takes more gas than one that was estimated in the second before
        const gas = ((await reader().estimateGas({ account, ...wanted })) * 3n) / 2n
        return writer().sendTransaction({ ...wanted, gas })
      },
    },
    connect: async () => ({
      accounts: [{ namespace: 'eip155', address: account.address, type: 'eoa' }],
      caipNetworkId: id,
    }),
    disconnect: async () => undefined,
    getProvider: async () => ({}),
    on: () => () => undefined,
    destroy: () => undefined,
  }
  const plugin: ChainAdapter<'eip155'> = {
    ...evm({ networks: [{ ...foundry, rpcUrls: { default: { http: [rpcUrl()] } } }] }),
    setup: (context) => ({ ...evm().setup(context), getConnectors: () => [connector] }),
  }
  const nodeCalls: string[] = []
  const world: World = { ...({} as World), sent, nodeCalls, lies, broken: undefined }
  const alter = async (url: URL, init: RequestInit | undefined): Promise<Response> => {
    if (url.href.startsWith(rpcUrl())) {
      const text = String(init?.body)
      for (const [, method = ''] of text.matchAll(/"method":"(\w+)"/g)) nodeCalls.push(method)
      const body = world.broken ? text.replaceAll(`"${world.broken}"`, '"eth_unknown"') : text
      return fetch(url, { ...init, body })
    }
    const reply = await fetch(url, init)
    const lie = world.lies[url.pathname.split('/').at(-1) ?? '']
    return lie && reply.ok ? Response.json(lie((await reply.json()) as Record<string, unknown>)) : reply
  }
  const modal = createModalCore({
    adapters: [plugin],
    projectId: 'shop',
    services: { blockchainApi: gateway.url },
    swapRouters: { [id]: [router] },
    ...options,
    env: {
      now: () => acts.clock.now,
      fetch: (input, init) => alter(new URL(input instanceof Request ? input.url : input), init),
      storage: () => null,
      window: () => null,
    },
  } as ModalOptions)
  modal.start()
  endings.push(() => modal.destroy())
  await connect(modal, { connectorId: 'key' })
  const ready: World = Object.assign(world, { modal, swap: () => modal.getState().swap as SwapState })
  endings.push(watchSwap(modal, wish))
  await expect.poll(() => ready.swap()?.quote.status, { timeout: 10_000 }).toMatch(/ready|failed/)
  return ready
}

const buy: Wish = { fromToken: 'ETH', toToken: USDC.address, amount: '1' }

const sell: Wish = { fromToken: USDC.address, toToken: 'ETH', amount: '100' }

const change: Wish = { fromToken: USDC.address, toToken: DAI.address, amount: '100' }

const sold = parseUnits('100', USDC.decimals)

/** Lets a contract take a token of the account, as after an approval. */
async function allow(spender: Address, amount: bigint, address: Address = USDC.address): Promise<void> {
  const hash = await writer().writeContract({
    address,
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender, amount],
  })
  await reader().waitForTransactionReceipt({ hash })
}

const toWord = (address: string): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

describe('with an honest service', () => {
  test.each([
    ['ether for a token', buy],
    ['a token for ether', sell],
    ['a token for a token', change],
  ])('%s is swapped through the pinned router without a simulation', async (_, wish) => {
    const { modal, sent, swap, nodeCalls } = await begin(wish)
    expect(swap().quote).toMatchObject({ offer: { router: { address: router, isPinned: true } } })
    if (wish !== buy) {
      await allow(router, 0n)
      await approveSwap(modal)
      expect(await allowanceOf(USDC.address, router)).toBe(sold)
    }
    await sendSwap(modal)
    expect(swap().step).toBe('done')
    expect(sent.at(-1)?.to).toBe(router)
    expect(nodeCalls).not.toContain('eth_simulateV1')
  })

  test('a small price drop between the quote and the transaction does not change the minimum', async () => {
    const { modal, swap, sent } = await begin(buy)
    const { quote } = swap()
    const offered = 'offer' in quote ? BigInt(quote.offer?.toAmount ?? 0) : 0n
    const other = encodeFunctionData({
      abi: routerAbi,
      functionName: 'swapExactETHForTokens',
      args: [0n, [wrappedNative.address, USDC.address], account.address, maxUint256],
    })
    const hash = await writer().sendTransaction({ to: router, data: other, value: parseEther('2') })
    await reader().waitForTransactionReceipt({ hash })
    await sendSwap(modal)
    expect(swap().step).toBe('done')
    const { args } = decodeFunctionData({ abi: routerAbi, data: sent[0]?.data ?? '0x' })
    expect(args[0]).toBe((offered * 99n) / 100n)
  })
})

describe('a hostile service', () => {
  test.each<[string, Lies]>([
    [
      'names itself as the spender',
      {
        'build-approve': changeTx(({ data }) => ({
          data: data.replace(router.slice(2).toLowerCase(), thief.slice(2).toLowerCase()) as Hex,
        })),
      },
    ],
    [
      'names itself as the spender and the router',
      {
        'build-approve': changeTx(({ data }) => ({
          data: data.replace(router.slice(2).toLowerCase(), thief.slice(2).toLowerCase()) as Hex,
        })),
        quotes: ({ quotes }) => ({
          quotes: (quotes as object[]).map((quote) => ({ ...quote, router: `${id}:${thief}` })),
        }),
        'build-transaction': changeTx(() => ({ to: `${id}:${thief}` })),
      },
    ],
    [
      'approves more',
      { 'build-approve': changeTx(({ data }) => ({ data: `${data.slice(0, 74)}${'f'.repeat(64)}` as Hex })) },
    ],
    ['has another token approved', { 'build-approve': changeTx(() => ({ to: `${id}:${DAI.address}` })) }],
  ])('that %s gets no approval', async (_, lies) => {
    await allow(router, 0n)
    const { modal, sent } = await begin(sell, lies)
    await expect(approveSwap(modal)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    expect(sent).toEqual([])
  })

  const transferAll = (token: Address): Lies => ({
    'build-transaction': changeTx(() => ({
      to: `${id}:${token}`,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [thief, sold * 10n] }),
    })),
  })
  test.each<[string, Wish, Lies]>([
    ['turns a sale into a transfer of all tokens', sell, transferAll(USDC.address)],
    ['turns a sale into a transfer of another token', sell, transferAll(DAI.address)],
    [
      'turns a sale into an approval',
      sell,
      {
        'build-transaction': changeTx(() => ({
          to: `${id}:${DAI.address}`,
          data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [thief, maxUint256] }),
        })),
      },
    ],
    ['sends native currency away with a sale', sell, { 'build-transaction': changeTx(() => ({ amount: '1' })) }],
    [
      'sends the payment to itself',
      buy,
      { 'build-transaction': changeTx(() => ({ to: `${id}:${thief}`, data: '0x' })) },
    ],
    ['increases the payment', buy, { 'build-transaction': changeTx(() => ({ amount: parseEther('2').toString() })) }],
    ['increases the sold amount', sell, { 'build-transaction': changeCall({ amount: sold * 10n }) }],
    ['lowers the minimum', buy, { 'build-transaction': changeCall({ minimum: 1n }) }],
    ['lowers the minimum of a sale', sell, { 'build-transaction': changeCall({ minimum: 1n }) }],
    ['names another recipient', buy, { 'build-transaction': changeCall({ to: thief }) }],
    ['names another recipient of a sale', sell, { 'build-transaction': changeCall({ to: thief }) }],
    ['buys another token', buy, { 'build-transaction': changeCall({ path: [wrappedNative.address, DAI.address] }) }],
    [
      'sells another token',
      change,
      { 'build-transaction': changeCall({ path: [DAI.address, wrappedNative.address, DAI.address] }) },
    ],
    ['sets a deadline too far in the future', buy, { 'build-transaction': changeCall({ deadline: maxUint256 }) }],
    ['sets a deadline in the past', buy, { 'build-transaction': changeCall({ deadline: 1n }) }],
    [
      'appends extra call data',
      buy,
      { 'build-transaction': changeTx(({ data }) => ({ data: `${data}${toWord(thief).slice(2)}` })) },
    ],
    [
      'calls another function of the router that swaps nothing',
      buy,
      {
        'build-transaction': changeTx(() => ({
          data: `${toFunctionSelector('addLiquidityETH(address,uint256,uint256,uint256,address,uint256)')}${[toWord(USDC.address), toHex(1n, { size: 32 }), toHex(0n, { size: 32 }), toHex(0n, { size: 32 }), toWord(thief), toHex(maxUint256, { size: 32 })].map((word) => word.slice(2)).join('')}`,
        })),
      },
    ],
    ['moves the decimal point of the bought token', buy, {}],
  ])('that %s is refused, and the wallet is not asked', async (name, wish, lies) => {
    await allow(router, sold)
    await allow(router, sold, DAI.address)
    const tokens: Lies = name.startsWith('moves')
      ? {
          tokens: (reply) => ({
            tokens: (reply['tokens'] as { symbol: string; decimals: number }[]).map((token) =>
              token.symbol === 'USDC' ? { ...token, decimals: 8 } : token,
            ),
          }),
        }
      : {}
    const before = [await reader().getBalance(account), await balanceOf(USDC.address), await balanceOf(DAI.address)]
    const { modal, sent, swap } = await begin(wish, { ...lies, ...tokens })
    await expect(sendSwap(modal)).rejects.toMatchObject({ code: expect.stringMatching(/^SWAP_(UNSAFE|FAILED)$/) })
    expect(sent).toEqual([])
    expect(swap().step).toBe('form')
    expect([await reader().getBalance(account), await balanceOf(USDC.address), await balanceOf(DAI.address)]).toEqual(
      before,
    )
  })
})

describe('a router that is not pinned', () => {
  const named = ({ quotes }: Record<string, unknown>): unknown => ({
    quotes: (quotes as object[]).map((quote) => ({ ...quote, router: `${id}:${relay}` })),
  })
  const wrap = (name: 'swap' | 'swapAndTake', from: Address | undefined, change: (data: Hex) => Hex = (data) => data) =>
    changeTx(({ data }) => {
      const more = name === 'swap' ? [] : [DAI.address, thief]
      const args = [from ?? '0x0000000000000000000000000000000000000000', from ? sold : 0n, change(data), ...more]
      return { to: `${id}:${relay}`, data: encodeFunctionData({ abi: relayAbi, functionName: name, args }) }
    })
  /** A service for that router: honest except for `more`. The gateway does not know the router. */
  const toLies = (from: Address | undefined, more: Lies = {}): Lies => ({
    quotes: named,
    allowance: () => ({ allowance: '0' }),
    'build-approve': changeTx(({ data }) => ({
      data: data.replace(router.slice(2).toLowerCase(), relay.slice(2).toLowerCase()) as Hex,
    })),
    'build-transaction': wrap('swap', from),
    ...more,
  })
  const lie = (change: Parameters<typeof changeCall>[0], data: Hex): Hex => {
    const { tx } = changeCall(change)({ tx: { data } }) as { tx: Tx }
    return tx.data
  }

  test('is shown as not pinned, simulated on the app’s node, and used if the simulation shows only the swap', async () => {
    const before = await balanceOf(USDC.address)
    const { modal, swap, nodeCalls } = await begin(buy, toLies(undefined))
    expect(swap().quote).toMatchObject({ offer: { router: { address: getAddress(relay), isPinned: false } } })
    await sendSwap(modal)
    expect(swap().step).toBe('done')
    expect(nodeCalls).toContain('eth_simulateV1')
    expect(await balanceOf(USDC.address)).toBeGreaterThan(before)
  })

  test('gets an approval if the swap after it is safe, and then swaps', async () => {
    await allow(relay, 0n)
    const world = await begin(sell, toLies(USDC.address))
    await approveSwap(world.modal)
    expect(await allowanceOf(USDC.address, relay)).toBe(sold)
    world.lies = toLies(USDC.address, { allowance: () => ({ allowance: String(sold) }) })
    setSwapAmount(world.modal, '100.0')
    await expect.poll(() => world.swap().quote).toMatchObject({ status: 'ready', offer: { needsApproval: false } })
    const before = await balanceOf(USDC.address)
    await sendSwap(world.modal)
    expect(world.swap().step).toBe('done')
    expect([before - (await balanceOf(USDC.address)), await allowanceOf(USDC.address, relay)]).toEqual([sold, 0n])
  })

  test.each<[string, Lies]>([
    [
      'sends the bought token to another recipient',
      { 'build-transaction': wrap('swap', undefined, (data) => lie({ to: thief }, data)) },
    ],
    [
      'buys another token',
      {
        'build-transaction': wrap('swap', undefined, (data) =>
          lie({ path: [wrappedNative.address, DAI.address], minimum: 0n }, data),
        ),
      },
    ],
    ['takes another token too', { 'build-transaction': wrap('swapAndTake', undefined) }],
    ['keeps the payment', { 'build-transaction': changeTx(() => ({ to: `${id}:${relay}`, data: '0x' })) }],
    [
      'is another contract than the one shown',
      { 'build-transaction': changeTx(() => ({ to: `${id}:${wrappedNative.address}`, data: '0xd0e30db0' })) },
    ],
  ])('that %s is refused after the simulation', async (_, more) => {
    await allow(relay, maxUint256, DAI.address)
    const before = [await balanceOf(DAI.address), await reader().getBalance(account)]
    const { modal, sent } = await begin(buy, toLies(undefined, more))
    await expect(sendSwap(modal)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    expect([sent, await balanceOf(DAI.address), await reader().getBalance(account)]).toEqual([[], ...before])
    await allow(relay, 0n, DAI.address)
  })

  test('gets no approval where the swap behind it takes something else', async () => {
    await allow(relay, 0n)
    const more = { 'build-transaction': wrap('swap', USDC.address, (data) => lie({ to: thief }, data)) }
    const { modal, sent } = await begin(sell, toLies(USDC.address, more))
    await expect(approveSwap(modal)).rejects.toMatchObject({ code: 'SWAP_UNSAFE' })
    expect(sent).toEqual([])
  })

  test('error: SWAP_NOT_CHECKED if the node cannot simulate', async () => {
    const world = await begin(buy, toLies(undefined))
    world.broken = 'eth_simulateV1'
    await expect(sendSwap(world.modal)).rejects.toMatchObject({
      code: 'SWAP_NOT_CHECKED',
      details: expect.stringContaining('eth_simulateV1'),
    })
    expect(world.sent).toEqual([])
    expect(world.swap()).toMatchObject({ step: 'form', error: { code: 'SWAP_NOT_CHECKED' } })
    world.broken = undefined
    await sendSwap(world.modal)
    expect(world.swap().step).toBe('done')
  })

  test('is every router if the app pins none: it is simulated before the swap', async () => {
    const { modal, swap, nodeCalls } = await begin(buy, {}, { swapRouters: { [id]: [] } })
    expect(swap().quote).toMatchObject({ offer: { router: { address: router, isPinned: false } } })
    await sendSwap(modal)
    expect([swap().step, nodeCalls.includes('eth_simulateV1')]).toEqual(['done', true])
  })
})
