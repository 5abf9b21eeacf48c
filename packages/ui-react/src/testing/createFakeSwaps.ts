import { type Env, internals } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers/connection'
import { open } from '@latchkey/core/internal'
import { createFakeClock, type FakeClock } from './createFakeClock.js'
import { createFakeWorld, type FakeWorld } from './createFakeWorld.js'

export type FakeSwaps = {
  readonly fetch: Env['fetch']
  /** Symbols of the tokens in addition to ETH and USDL. */
  more: readonly string[]
  /** Overrides of responses, by the last segment of the path. */
  readonly faults: { [path: string]: (() => Response) | undefined }
  /** Allowance of USDL, in atomic units. */
  allowance: bigint
  /** Price of one ETH in USDL. */
  price: number
}

export type FakeSwapWorld = FakeWorld & {
  readonly swaps: FakeSwaps
  readonly clock: FakeClock
  /** Recipients of the sent transactions. */
  readonly sent: string[]
  /** The wallet's response to a transaction. Default: a hash. */
  answer: () => Promise<string>
  /** The outcome of a sent transaction. Default: confirmed. */
  outcome: () => Promise<object>
  /** The adapter's replies: whether the router is pinned, and the check of the transaction. */
  isPinned: boolean
  check: () => Promise<unknown>
}

const url = 'https://swaps.example'
const native = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const usdl = 'eip155:1:0x1111111111111111111111111111111111111111'
export const router = 'eip155:1:0x2222222222222222222222222222222222222222'

/** Encodes a token call that approves an amount (atomic units) for the router. */
function toApproval(amount: number): string {
  return `0x095ea7b3${'2'.repeat(40).padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`
}

/** A swap service in memory: ETH with 18 decimals and USDL with 6. The account has 2 ETH and 1000 USDL. */
function createFakeSwaps(): FakeSwaps {
  const units: { readonly [token: string]: number } = { [native]: 10 ** 18, [usdl]: 10 ** 6 }
  const toOut = (from: string, to: string, amount: number): bigint =>
    BigInt(
      Math.round((amount / (units[from] ?? 1)) * (units[to] ?? 1) * (from === native ? swaps.price : 1 / swaps.price)),
    )
  const token = (address: string, symbol: string, decimals: number) => ({
    address,
    symbol,
    decimals,
    name: `${symbol} Coin`,
  })
  const answer = (path: string, query: { readonly [name: string]: string }, body: Record<string, string>): object => {
    const { amount = '0', from = '', to = '', userAddress = '' } = { ...query, ...body }
    const tx = { from: userAddress, eip155: { gas: '1', gasPrice: '1' } }
    const addresses = (body['addresses'] ?? []) as readonly string[]
    const more = swaps.more.map((symbol, index) => token(`eip155:1:0x${String(index).padStart(40, '3')}`, symbol, 18))
    const own = [
      {
        ...token(native, 'ETH', 18),
        chainId: 'eip155:1',
        address: undefined,
        price: 2_500,
        quantity: { decimals: '18', numeric: '2' },
      },
      { ...token(usdl, 'USDL', 6), chainId: 'eip155:1', price: 1, quantity: { decimals: '6', numeric: '1000' } },
    ]
    const quote = {
      fromAmount: amount,
      fromAccount: from,
      toAmount: String(toOut(from, to, Number(amount))),
      toAccount: to,
    }
    const replies: { readonly [path: string]: object } = {
      'supported-chains': { http: ['eip155:1'], ws: [] },
      tokens: { tokens: [token(native, 'ETH', 18), token(usdl, 'USDL', 6), ...more] },
      'gas-price': { standard: '1000000000', fast: '1000000000', instant: '1000000000' },
      allowance: { allowance: String(swaps.allowance) },
      quotes: { quotes: [quote] },
      price: {
        fungibles: addresses.map((address) => ({
          address,
          name: 'x',
          symbol: 'x',
          price: address === native ? 2_500 : 1,
        })),
      },
      'build-transaction': { tx: { ...tx, to: router, data: '0x5a', amount: from === native ? amount : '0' } },
      'build-approve': { tx: { ...tx, to: usdl, data: toApproval(Number(amount)), value: '0' } },
      balance: { balances: own },
    }
    return replies[path] ?? {}
  }
  const swaps: FakeSwaps = {
    more: [],
    faults: {},
    allowance: 0n,
    price: 2_500,
    async fetch(input, init) {
      const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input)
      const path = pathname.split('/').at(-1) ?? ''
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
      return swaps.faults[path]?.() ?? Response.json(answer(path, Object.fromEntries(searchParams), body))
    },
  }
  return swaps
}

/** Creates a modal with a connected EVM wallet and a swap service, and opens the swap view. */
export async function createFakeSwapWorld(params?: {
  readonly amount?: string
  readonly fromToken?: string
  readonly toToken?: string
}): Promise<FakeSwapWorld> {
  const swaps = createFakeSwaps()
  const clock = createFakeClock()
  const env = { storage: () => null, now: clock.now, setTimeout: clock.setTimeout, fetch: swaps.fetch }
  const base = createFakeWorld({ services: { blockchainApi: url }, env })
  const world: FakeSwapWorld = {
    ...base,
    swaps,
    clock,
    sent: [],
    answer: async () => '0xabc',
    outcome: async () => ({ status: 'confirmed' }),
    isPinned: true,
    check: async () => ({ clears: false }),
  }
  Object.assign(base.wallets.eip155.connector.features, {
    'transaction:send': ({ transaction }: { transaction: { to: string } }) => {
      world.sent.push(transaction.to)
      return world.answer()
    },
  })
  Object.assign(base.modal[internals].adapters.get('eip155')?.features ?? {}, {
    'transaction:confirm': () => world.outcome(),
    'swap:router': async () => ({ address: router.split(':')[2], isPinned: world.isPinned }),
    'swap:approval': () => world.check(),
    'swap:check': () => world.check(),
  })
  await connect(base.modal, { connectorId: 'eip155.Firefly' })
  open(base.modal, { view: 'Swap', arguments: params })
  return world
}
