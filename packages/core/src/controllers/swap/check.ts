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
import { internals, type Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
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
import { callAdapter } from '../requests/network.js'
import { requireNetwork } from '../requests/wallet.js'
import { toMinimum } from './details.js'
import type { SwapOffer, SwapState } from './state.js'

// The service is not trusted: before a transaction reaches the wallet, the adapter compares it with what the user saw,
// using the app's own nodes. What cannot be checked is refused.

/** Finds the contract that a quote goes through. Throws `SWAP_UNSAFE` or `SWAP_NOT_CHECKED`. */
export function findSwapRouter(
  modal: Modal,
  {
    caipNetworkId,
    named,
    signal,
  }: { readonly caipNetworkId: CaipNetworkId; readonly named: CaipAddress | undefined; readonly signal: AbortSignal },
): Promise<SwapRouter> {
  if (named !== undefined) assertOnNetwork(named, caipNetworkId)
  const address = named && assertCaipAddress(named).address
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  return callSwapFeature(modal, 'swap:router', { network: network ?? caipNetworkId, signal }, (find, base) =>
    find({ ...base, routers: getRouters(modal, caipNetworkId), named: address }),
  )
}

type CheckSwapRequest = {
  readonly swap: SwapState
  readonly trade: SwapTrade
  readonly tx: BuiltTransaction
  readonly signal: AbortSignal
}

/**
 * Checks that a transaction is exactly the swap that the user saw. Throws `SWAP_UNSAFE`, `SWAP_NOT_CHECKED` or
 * `SWAP_FAILED`.
 */
export function checkSwap(modal: Modal, request: CheckSwapRequest): Promise<void> {
  const { network, claim } = toClaim(modal, request)
  const { signal } = request
  const now = modal.env.now()
  return callSwapFeature(modal, 'swap:check', { network, signal }, (check, base) => check({ ...base, ...claim, now }))
}

/**
 * Checks the approval for a swap. `next` is the swap itself, if the router is not pinned. Throws as `checkSwap` does.
 */
export function checkApproval(
  modal: Modal,
  { next, ...request }: CheckSwapRequest & { readonly next: BuiltTransaction | undefined },
): Promise<{ readonly clears: boolean }> {
  if (next) assertBuilt(next, request.swap)
  const { network, claim } = toClaim(modal, request)
  const { signal } = request
  return callSwapFeature(modal, 'swap:approval', { network, signal }, (check, base) =>
    check({ ...base, ...claim, swap: next && toTransaction(next) }),
  )
}

/** Returns the trade that the user saw. A lower `amount`, left over after gas, lowers the minimum in proportion. */
export function toTrade(
  { from, to }: SwapState,
  offer: SwapOffer,
  amount: bigint = BigInt(offer.fromAmount),
): SwapTrade {
  if (!from || !to) throw new TypeError('No tokens chosen.')
  const { address, decimals } = from
  return {
    from: { address, decimals },
    to: { address: to.address, decimals: to.decimals },
    amount,
    minimum: (toMinimum(offer.toAmount) * amount) / BigInt(offer.fromAmount),
    router: offer.router.address,
  }
}

/** Converts the service's transaction to the opaque one that the adapter takes. */
export function toTransaction({ to, data, value, gas }: BuiltTransaction): Transaction {
  const transaction: object = { to: assertCaipAddress(to).address, data, value, ...(gas && { gas }) }
  return transaction as Transaction
}

type SwapPair = { readonly from: CaipAddress; readonly to: CaipAddress }

type SwapCalls = {
  prices(addresses: readonly CaipAddress[]): Promise<readonly TokenPrice[]>
  quotes(request: SwapPair & { readonly amount: bigint; readonly gasPrice: bigint }): Promise<readonly SwapQuote[]>
  /** Atomic units. */
  allowance(tokenAddress: CaipAddress): Promise<bigint>
  gasPrice(): Promise<GasPrice>
  buildTransaction(
    request: SwapPair & {
      readonly amount: bigint
      /** Min and expected amounts received. */
      readonly minimum: bigint
      readonly expected: bigint
      readonly disableEstimate?: boolean | undefined
    },
  ): Promise<BuiltTransaction>
  buildApproval(request: SwapPair & { readonly amount: bigint }): Promise<BuiltTransaction>
}

type SwapCallsOptions = {
  readonly caipNetworkId: CaipNetworkId
  /** The account that swaps. */
  readonly address: string
  readonly signal: AbortSignal
}

/**
 * Creates the service calls of a swap. On a network that the service does not serve they send no requests: lists are
 * empty, and the rest throws `GAS_PRICE_NOT_SUPPORTED` or `SWAP_NOT_SUPPORTED`. [S5.13]
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

function getRouters(modal: Modal, caipNetworkId: CaipNetworkId): readonly string[] | undefined {
  return modal[internals].options.swapRouters?.[caipNetworkId]
}

/** The claim to check: that the transaction does what the trade says, for the account of the swap. */
function toClaim(modal: Modal, { swap, trade, tx }: CheckSwapRequest) {
  assertBuilt(tx, swap)
  const { address, caipNetworkId } = swap
  const connection = getConnection(modal.getState(), 'eip155')
  const [account] = connection?.accounts ?? []
  if (connection?.caipNetworkId !== caipNetworkId || account?.address !== address) throw new AccountChangedError()
  return {
    network: withoutServiceNodes(modal, requireNetwork(modal, connection)),
    claim: { account, trade, routers: getRouters(modal, caipNetworkId), transaction: toTransaction(tx) },
  }
}

/** Removes the nodes of the service that built the swap: they must not vouch for it. */
function withoutServiceNodes(modal: Modal, network: Network): Network {
  const { blockchainApi = '' } = modal[internals].options.services
  const { default: first, chainDefault } = network.rpcUrls
  const all = [...first.http, ...(chainDefault?.http ?? [])]
  const http = all.filter((url) => toHost(url) !== toHost(blockchainApi))
  if (http.length === all.length) return network
  if (http.length > 0) return { ...network, rpcUrls: { default: { http } } }
  throw new SwapNotCheckedError({
    details: `All RPC URLs of ${network.caipNetworkId} belong to services.blockchainApi. Add another one to its rpcUrls.`,
  })
}

function toHost(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Calls a check of the adapter. Throws `SWAP_NOT_CHECKED` if the adapter does not have it. */
function callSwapFeature<name extends 'swap:router' | 'swap:check' | 'swap:approval', reply>(
  modal: Modal,
  feature: name,
  { network, signal }: { readonly network: Network | CaipNetworkId; readonly signal: AbortSignal },
  run: (
    ask: AdapterFeatures[name],
    base: { readonly network: Network; readonly signal: AbortSignal },
  ) => Promise<reply>,
): Promise<reply> {
  return callAdapter(modal, feature, { network, timeout: timeouts.read, signal }, run).catch((cause: unknown) => {
    const isMissing = isLatchkeyError(cause) && cause.code === 'FEATURE_NOT_SUPPORTED'
    throw isMissing ? new SwapNotCheckedError({ cause, details: `The adapter has no ${feature}.` }) : cause
  })
}

function assertBuilt(tx: BuiltTransaction, { caipNetworkId, address }: SwapState): void {
  for (const party of [tx.from, tx.to]) assertOnNetwork(party, caipNetworkId)
  if (!isSameAddress('eip155', assertCaipAddress(tx.from).address, address))
    throw new SwapUnsafeError({ details: 'The transaction is for another account.' })
}

function assertOnNetwork(address: CaipAddress, caipNetworkId: CaipNetworkId): void {
  const { namespace, reference } = assertCaipAddress(address)
  if (`${namespace}:${reference}` !== caipNetworkId)
    throw new SwapUnsafeError({ details: 'The transaction is for another network.' })
}
