import { decodeFunctionData, encodeFunctionData, encodeFunctionResult, erc20Abi, parseAbi, toHex } from 'viem'
import {
  balances,
  chains,
  gasPrice,
  history,
  nativeAddress,
  nfts,
  now,
  onRampOptions,
  router,
  sessions,
  tokens,
  transactionHash,
  usdPerEth,
  weth,
} from './fixtures.js'

/** A body of JSON, an HTTP status, or a reply that never comes. */
export type Answer = object | number | 'never'

type Asked = { readonly url: URL; readonly body: Record<string, unknown> }

export type RouteName =
  | 'supportedChains'
  | 'balance'
  | 'history'
  | 'identity'
  | 'prices'
  | 'swapTokens'
  | 'quotes'
  | 'allowance'
  | 'gasPrice'
  | 'approval'
  | 'swap'
  | 'suggestions'
  | 'reverseName'
  | 'name'
  | 'register'
  | 'onRampOptions'
  | 'onRampQuote'
  | 'onRampUrl'
  | 'revokeSession'
  | 'sessions'
  | 'wallets'

/** The routes of the services that the gallery's modal calls, by their paths. */
const routes: { readonly [name in RouteName]: RegExp } = {
  supportedChains: /\/v1\/supported-chains$/,
  balance: /\/v1\/account\/[^/]+\/balance$/,
  history: /\/v1\/account\/[^/]+\/history$/,
  identity: /\/v1\/identity\//,
  prices: /\/v1\/fungible\/price$/,
  swapTokens: /\/v1\/convert\/tokens$/,
  quotes: /\/v1\/convert\/quotes$/,
  allowance: /\/v1\/convert\/allowance$/,
  gasPrice: /\/v1\/convert\/gas-price$/,
  approval: /\/v1\/convert\/build-approve$/,
  swap: /\/v1\/convert\/build-transaction$/,
  suggestions: /\/v1\/profile\/suggestions\//,
  reverseName: /\/v1\/profile\/reverse\//,
  name: /\/v1\/profile\/account\/[^/]+$/,
  register: /\/v1\/profile\/account$/,
  onRampOptions: /\/v1\/onramp\/options$/,
  onRampQuote: /\/v1\/onramp\/quote$/,
  onRampUrl: /\/v1\/generators\/onrampurl$/,
  revokeSession: /\/v1\/sessions\/[^/]+\/revoke$/,
  sessions: /\/v1\/sessions\/[^/]+$/,
  wallets: /\/getWallets$/,
}

/** Replies in place of the usual ones, by route. */
export type Answers = { [name in RouteName]?: Answer | ((asked: Asked) => Answer) }

/** Results of JSON-RPC methods in place of the usual ones. An error is the node's refusal. */
export type NodeAnswers = { [method: string]: unknown }

export type FixtureService = {
  /** Answers every request of the modal, of its plugins and of the wallets. Nothing reaches the network. */
  readonly fetch: typeof fetch
  /** May be changed at any time. */
  readonly answers: Answers
  readonly node: NodeAnswers
}

/** `services.blockchainApi` and `services.wallets` of the gallery. */
export const serviceUrl = 'https://api.gallery.example'

/** Creates the services and nodes that the gallery's modal asks. */
export function createService(answers: Answers = {}, node: NodeAnswers = {}): FixtureService {
  const reply = (answer: Answer): Promise<Response> => {
    if (answer === 'never') return new Promise(() => undefined)
    return Promise.resolve(
      typeof answer === 'number' ? new Response('{}', { status: answer }) : new Response(JSON.stringify(answer)),
    )
  }
  return {
    answers,
    node,
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      const text = typeof init?.body === 'string' ? init.body : ''
      const body = text ? JSON.parse(text) : {}
      if (url.origin !== serviceUrl) return reply(await askNode(node, url, body))
      const [name] = (Object.keys(routes) as RouteName[]).filter((route) => routes[route].test(url.pathname))
      if (!name) return reply(404)
      const answer = answers[name] ?? usual[name]
      return reply(typeof answer === 'function' ? answer({ url, body }) : answer)
    },
  }
}

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

type Hex = `0x${string}`

/** Default responses of the services, which an entry can replace. */
const usual: { readonly [name in RouteName]: NonNullable<Answers[name]> } = {
  supportedChains: { http: chains.map(({ id }) => `eip155:${id}`).concat('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') },
  balance: { balances, nfts },
  history: { data: history, next: null },
  identity: {},
  prices: ({ body }) => ({
    fungibles: (body['addresses'] as readonly string[]).map((address) => {
      const token = tokens.find((one) => address.toLowerCase().endsWith(one.address.toLowerCase()))
      return { address, name: token?.name ?? 'Ether', symbol: token?.symbol ?? 'ETH', price: token?.price ?? usdPerEth }
    }),
  }),
  swapTokens: {
    tokens: [
      { name: 'Ether', symbol: 'ETH', decimals: 18, address: `eip155:1:${nativeAddress}` },
      ...tokens.map(({ name, symbol, decimals, address }) => ({
        name,
        symbol,
        decimals,
        address: `eip155:1:${address}`,
      })),
    ],
  },
  quotes: ({ url: { searchParams } }) => {
    const [from = '', to = '', amount = '0'] = ['from', 'to', 'amount'].map((name) => searchParams.get(name) ?? '')
    return {
      quotes: [{ id: 'q', fromAmount: amount, fromAccount: from, toAmount: convert(from, to, amount), toAccount: to }],
    }
  },
  allowance: { allowance: '0' },
  gasPrice: { standard: gasPrice, fast: gasPrice, instant: gasPrice },
  approval: ({ url: { searchParams } }) => {
    const [from = '', user = '', amount = '0'] = ['from', 'userAddress', 'amount'].map(
      (key) => searchParams.get(key) ?? '',
    )
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, BigInt(amount)] })
    return { tx: { from: user, to: from, data, value: '0' } }
  },
  swap: ({ body }) => {
    const {
      from = '',
      to = '',
      userAddress = '',
      amount = '0',
      eip155,
    } = body as Record<string, string> & {
      readonly eip155?: { readonly minimum?: string }
    }
    const paysNative = from.endsWith(nativeAddress)
    const path = [from, to].map((token) => (token.endsWith(nativeAddress) ? weth : (token.split(':')[2] as Hex)))
    const rest = [
      BigInt(eip155?.minimum ?? 0),
      path,
      userAddress.split(':')[2] as Hex,
      BigInt(now / 1_000 + 1_200),
    ] as const
    const data = paysNative
      ? encodeFunctionData({ abi: routerAbi, functionName: 'swapExactETHForTokens', args: rest })
      : encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForETH', args: [BigInt(amount), ...rest] })
    const fees = { gas: '180000', gasPrice }
    return {
      tx: { from: userAddress, to: `eip155:1:${router}`, data, amount: paysNative ? amount : '0', eip155: fees },
    }
  },
  suggestions: ({ url }) => {
    const name = url.pathname.split('/').at(-1) ?? ''
    return {
      suggestions: [name, `${name}-wallet`, `the-${name}`, `${name}2026`].map((one) => ({
        name: `${one}.latchkey.id`,
        registered: false,
      })),
    }
  },
  reverseName: [],
  name: 404,
  register: { success: true },
  onRampOptions,
  onRampQuote: ({ body }) => {
    const money = (amount: number) => ({ amount: amount.toFixed(2), currency: String(body['paymentCurrency']) })
    const paid = Number(body['amount'] ?? Number(body['purchaseAmount']) * usdPerEth)
    return {
      purchaseAmount: { amount: (paid / usdPerEth).toFixed(4), currency: String(body['purchaseCurrency']) },
      paymentTotal: money(paid),
      paymentSubtotal: money(paid * 0.97),
      networkFee: money(0.42),
      providerFee: money(paid * 0.03),
      quoteId: 'quote',
    }
  },
  onRampUrl: { url: 'https://pay.gallery.example/checkout' },
  revokeSession: {},
  sessions: { pcis: sessions },
  wallets: { data: [], count: 0 },
}

function convert(from: string, to: string, amount: string): string {
  const find = (caip: string) => tokens.find(({ address }) => caip.toLowerCase().endsWith(address.toLowerCase()))
  const [sold, bought] = [find(from), find(to)]
  const usd = (Number(amount) / 10 ** (sold?.decimals ?? 18)) * (sold?.price ?? usdPerEth)
  return BigInt(Math.round((usd / (bought?.price ?? usdPerEth)) * 10 ** (bought?.decimals ?? 18))).toString()
}

type Call = { readonly id: number; readonly method: string; readonly params?: readonly unknown[] }

/** Answers a node's JSON-RPC, one call or a batch, and Esplora's paths. */
async function askNode(node: NodeAnswers, url: URL, body: Call | readonly Call[]): Promise<Answer> {
  if (!('method' in body) && !Array.isArray(body)) return askEsplora(url)
  const answer = (call: Call): object => {
    const { id, method } = call
    const given = Object.hasOwn(node, method) ? node[method] : readChain(call, url)
    if (given instanceof Error) return { jsonrpc: '2.0', id, error: { code: -32_000, message: given.message } }
    return { jsonrpc: '2.0', id, result: given }
  }
  const calls = Array.isArray(body) ? (body as readonly Call[]) : [body as Call]
  if (calls.some(({ method }) => node[method] === 'never')) return 'never'
  const replies = calls.map(answer)
  return Array.isArray(body) ? replies : (replies[0] ?? {})
}

/** The Bitcoin explorer: one address with 0.25 BTC. */
function askEsplora({ pathname }: URL): Answer {
  if (pathname.includes('/address/')) {
    const sums = { funded_txo_sum: 25_000_000, spent_txo_sum: 0, tx_count: 1 }
    return { chain_stats: sums, mempool_stats: { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 } }
  }
  return 404
}

const blockNumber = toHex(22_000_000)
const zeros = `0x${'0'.repeat(64)}`

/** The chains as their nodes see them. */
function readChain({ method, params = [] }: Call, url: URL): unknown {
  const block = {
    number: blockNumber,
    hash: transactionHash,
    timestamp: toHex(now / 1_000),
    baseFeePerGas: toHex(BigInt(gasPrice)),
    gasLimit: toHex(36_000_000),
    gasUsed: toHex(18_000_000),
    transactions: [],
  }
  const results: { readonly [method: string]: () => unknown } = {
    eth_chainId: () => toHex(Number(url.pathname.slice(1)) || 1),
    eth_blockNumber: () => blockNumber,
    eth_getBlockByNumber: () => block,
    eth_getBalance: () => toHex(1_500_000_000_000_000_000n),
    eth_gasPrice: () => toHex(BigInt(gasPrice)),
    eth_maxPriorityFeePerGas: () => toHex(100_000_000),
    eth_feeHistory: () => ({
      oldestBlock: blockNumber,
      baseFeePerGas: [block.baseFeePerGas],
      gasUsedRatio: [0.5],
      reward: [['0x1']],
    }),
    eth_estimateGas: () => toHex(64_000),
    eth_getTransactionCount: () => '0x7',
    eth_getCode: () => '0x',
    eth_sendRawTransaction: () => transactionHash,
    eth_getTransactionByHash: () => null,
    eth_getTransactionReceipt: () => ({
      transactionHash,
      blockHash: transactionHash,
      blockNumber,
      status: '0x1',
      gasUsed: toHex(52_000),
      effectiveGasPrice: toHex(BigInt(gasPrice)),
      logs: [],
      logsBloom: zeros,
      type: '0x2',
    }),
    eth_call: () => callContract(params[0] as { readonly to?: string; readonly data?: Hex }),
    getBalance: () => ({ context: { slot: 1 }, value: 12_500_000_000 }),
    getLatestBlockhash: () => ({
      context: { slot: 1 },
      value: { blockhash: '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZAMdL4VZHirAn', lastValidBlockHeight: 300_000_000 },
    }),
    getFeeForMessage: () => ({ context: { slot: 1 }, value: 5_000 }),
    getMinimumBalanceForRentExemption: () => 890_880,
    simulateTransaction: () => ({ context: { slot: 1 }, value: { err: null, logs: [] } }),
    getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  }
  return results[method]?.() ?? null
}

/** A token's own facts. */
function callContract({ to, data = '0x' }: { readonly to?: string; readonly data?: Hex }): Hex {
  const token = tokens.find(({ address }) => address.toLowerCase() === to?.toLowerCase())
  if (!token) return '0x'
  const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
  const encode = (result: never) => encodeFunctionResult({ abi: erc20Abi, functionName, result })
  if (functionName === 'decimals') return encode(token.decimals as never)
  if (functionName === 'symbol') return encode(token.symbol as never)
  if (functionName === 'name') return encode(token.name as never)
  if (functionName === 'transfer' || functionName === 'approve') return encode(true as never)
  return encode((BigInt(Math.round(Number(token.quantity) * 1e6)) * 10n ** BigInt(token.decimals - 6)) as never)
}
