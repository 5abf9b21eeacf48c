import type { AdapterFeatures, SwapRouter, SwapTrade, Transaction } from '../../contracts/features.js'
import type { Network } from '../../contracts/network.js'
import { AccountChangedError } from '../../errors/connection.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { assertCaipAddress } from '../../errors/network.js'
import {
  GasPriceNotSupportedError,
  SwapNotCheckedError,
  SwapNotSupportedError,
  SwapUnsafeError,
} from '../../errors/transfer.js'
import { getConnection } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import { fetchTokenPrices } from '../../service/blockchain/balances.js'
import { isChainServed } from '../../service/blockchain/client.js'
import {
  buildSwapApproval,
  buildSwapTransaction,
  fetchAllowance,
  fetchGasPrice,
  fetchSwapQuotes,
} from '../../service/blockchain/swaps.js'
import type { BuiltTransaction, GasPrice, SwapQuote, TokenPrice } from '../../service/blockchain/types.js'
import { type CaipAddress, type CaipNetworkId, isSameAddress, toCaipAddress } from '../../utils/caip.js'
import { askAdapter } from '../requests/network.js'
import { requireNetwork } from '../requests/wallet.js'
import { toMinimum } from './details.js'
import type { SwapOffer, SwapState } from './state.js'

// What the service says is a claim. All of it is compared with what the user saw, by the adapter and on the app's own nodes, before a
// wallet sees any of it. What cannot be compared is refused.

/** What the user saw and agreed to. `amount` may be less than was offered, where the gas takes more: the minimum shrinks with it. */
export function toTrade(
  { from, to }: SwapState,
  offer: SwapOffer,
  amount: bigint = BigInt(offer.fromAmount),
): SwapTrade {
  if (!from || !to) throw new TypeError('No tokens are chosen.')
  const [{ address, decimals }, shown] = [from, BigInt(offer.fromAmount)]
  return {
    from: { address, decimals },
    to: { address: to.address, decimals: to.decimals },
    amount,
    minimum: (toMinimum(offer.toAmount) * amount) / shown,
    router: offer.router.address,
  }
}

/** What the adapter takes; core knows the shape of no chain. */
export function toTransaction({ to, data, value, gas }: BuiltTransaction): Transaction {
  const transaction: object = { to: assertCaipAddress(to).address, data, value, ...(gas && { gas }) }
  return transaction as Transaction
}

/** The contract that a quote goes through. Throws `SWAP_UNSAFE` or `SWAP_NOT_CHECKED`. */
export function findSwapRouter(
  modal: Modal,
  {
    caipNetworkId,
    named,
    signal,
  }: { readonly caipNetworkId: CaipNetworkId; readonly named: CaipAddress | undefined; readonly signal: AbortSignal },
): Promise<SwapRouter> {
  if (named !== undefined) assertHere(named, caipNetworkId)
  const address = named && assertCaipAddress(named).address
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  return ask(modal, 'swap:router', { network: network ?? caipNetworkId, signal }, (find, base) =>
    find({ ...base, routers: getRouters(modal, caipNetworkId), named: address }),
  )
}

export type CheckSwapRequest = {
  readonly swap: SwapState
  readonly trade: SwapTrade
  readonly tx: BuiltTransaction
  readonly signal: AbortSignal
}

/** Throws `SWAP_UNSAFE`, `SWAP_NOT_CHECKED` or `SWAP_FAILED` where a transaction is not just the swap that the user saw. */
export function checkSwap(modal: Modal, { swap, trade, tx, signal }: CheckSwapRequest): Promise<void> {
  assertBuilt(tx, swap)
  const { account, network } = toCheck(modal, swap)
  const rest = { account, trade, routers: getRouters(modal, swap.caipNetworkId), transaction: toTransaction(tx) }
  const now = modal.env.now()
  return ask(modal, 'swap:check', { network, signal }, (check, base) => check({ ...base, ...rest, now }))
}

/** The same of the approval that a swap needs. `next` is the swap itself, where the router is not pinned. */
export function checkApproval(
  modal: Modal,
  { swap, trade, tx, signal, next }: CheckSwapRequest & { readonly next: BuiltTransaction | undefined },
): Promise<{ readonly clears: boolean }> {
  assertBuilt(tx, swap)
  if (next) assertBuilt(next, swap)
  const { account, network } = toCheck(modal, swap)
  const rest = { account, trade, routers: getRouters(modal, swap.caipNetworkId), transaction: toTransaction(tx) }
  return ask(modal, 'swap:approval', { network, signal }, (check, base) =>
    check({ ...base, ...rest, swap: next && toTransaction(next) }),
  )
}

function getRouters(modal: Modal, caipNetworkId: CaipNetworkId): readonly string[] | undefined {
  return modal[internals].options.swapRouters?.[caipNetworkId]
}

function toCheck(modal: Modal, { address, caipNetworkId }: SwapState) {
  const connection = getConnection(modal.getState(), 'eip155')
  const [account] = connection?.accounts ?? []
  if (connection?.caipNetworkId !== caipNetworkId || account?.address !== address) throw new AccountChangedError()
  return { account, network: toOwnNodes(modal, requireNetwork(modal, connection)) }
}

/** The network without the nodes of the service that built the swap: its own word for it proves nothing. */
function toOwnNodes(modal: Modal, network: Network): Network {
  const { blockchainApi = '' } = modal[internals].options.services
  const { default: first, chainDefault } = network.rpcUrls
  const all = [...first.http, ...(chainDefault?.http ?? [])]
  const http = all.filter((url) => toHost(url) !== toHost(blockchainApi))
  if (http.length === all.length) return network
  if (http.length > 0) return { ...network, rpcUrls: { default: { http } } }
  throw new SwapNotCheckedError({
    details: `All nodes of ${network.caipNetworkId} are of services.blockchainApi. Add one of your own to its rpcUrls.`,
  })
}

function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Without the feature nothing is checked, so nothing is swapped. */
function ask<name extends 'swap:router' | 'swap:check' | 'swap:approval', reply>(
  modal: Modal,
  feature: name,
  { network, signal }: { readonly network: Network | CaipNetworkId; readonly signal: AbortSignal },
  run: (
    ask: AdapterFeatures[name],
    base: { readonly network: Network; readonly signal: AbortSignal },
  ) => Promise<reply>,
): Promise<reply> {
  return askAdapter(modal, feature, { network, deadline: deadlines.read, signal }, run).catch((cause: unknown) => {
    const isMissing = isLatchkeyError(cause) && cause.code === 'FEATURE_NOT_SUPPORTED'
    throw isMissing ? new SwapNotCheckedError({ cause, details: `The adapter has no ${feature}.` }) : cause
  })
}

function assertBuilt(tx: BuiltTransaction, { caipNetworkId, address }: SwapState): void {
  for (const place of [tx.from, tx.to]) assertHere(place, caipNetworkId)
  if (!isSameAddress('eip155', assertCaipAddress(tx.from).address, address))
    throw new SwapUnsafeError({ details: 'It is of another account.' })
}

function assertHere(place: CaipAddress, caipNetworkId: CaipNetworkId): void {
  const { namespace, reference } = assertCaipAddress(place)
  if (`${namespace}:${reference}` !== caipNetworkId) throw new SwapUnsafeError({ details: 'It is of another network.' })
}

export type SwapPair = { readonly from: CaipAddress; readonly to: CaipAddress }

export type SwapCalls = {
  prices(addresses: readonly CaipAddress[]): Promise<readonly TokenPrice[]>
  quotes(request: SwapPair & { readonly amount: bigint; readonly gasPrice: bigint }): Promise<readonly SwapQuote[]>
  /** Atomic units. */
  allowance(tokenAddress: CaipAddress): Promise<bigint>
  gasPrice(): Promise<GasPrice>
  buildTransaction(
    request: SwapPair & {
      readonly amount: bigint
      /** The least that it may give, and what it is expected to. */
      readonly minimum: bigint
      readonly expected: bigint
      readonly disableEstimate?: boolean | undefined
    },
  ): Promise<BuiltTransaction>
  buildApproval(request: SwapPair & { readonly amount: bigint }): Promise<BuiltTransaction>
}

export type SwapCallsOptions = {
  readonly caipNetworkId: CaipNetworkId
  /** Whose swap it is. */
  readonly address: string
  readonly signal: AbortSignal
}

/**
 * The calls that a swap makes. On a network that the service does not serve nothing is asked: what would be read is empty, and
 * what cannot be empty throws `GAS_PRICE_NOT_SUPPORTED` or `SWAP_NOT_SUPPORTED`. [S5.13]
 */
export function createSwapCalls(modal: Modal, { caipNetworkId, address, signal }: SwapCallsOptions): SwapCalls {
  const userAddress = toCaipAddress(caipNetworkId, address)
  const isServed = (): Promise<boolean> => isChainServed(modal, caipNetworkId, signal)
  return {
    prices: async (addresses) => ((await isServed()) ? fetchTokenPrices(modal, { addresses, signal }) : []),
    quotes: async (request) => ((await isServed()) ? fetchSwapQuotes(modal, { ...request, userAddress, signal }) : []),
    allowance: async (tokenAddress) =>
      (await isServed()) ? fetchAllowance(modal, { tokenAddress, userAddress, signal }) : 0n,
    async gasPrice() {
      if (!(await isServed())) throw new GasPriceNotSupportedError({ details: caipNetworkId })
      return fetchGasPrice(modal, { caipNetworkId, signal })
    },
    async buildTransaction(request) {
      if (!(await isServed())) throw new SwapNotSupportedError({ details: caipNetworkId })
      return (await buildSwapTransaction(modal, { ...request, userAddress, signal })).tx
    },
    async buildApproval(request) {
      if (!(await isServed())) throw new SwapNotSupportedError({ details: caipNetworkId })
      return (await buildSwapApproval(modal, { ...request, userAddress, signal })).tx
    },
  }
}
