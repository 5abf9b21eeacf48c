import { assertCaipAddress } from '../../errors/network.js'
import { internals, type Modal } from '../../modal/modal.js'
import type { CaipAddress, CaipNetworkId } from '../../utils/caip.js'
import { callBlockchain } from './client.js'
import {
  amount,
  caipAddress,
  decimals,
  flag,
  imageUrl,
  isNativeToken,
  listOf,
  may,
  need,
  type Parse,
  record,
  rowsOf,
  text,
} from './fields.js'
import type { BuiltTransaction, GasPrice, SwapQuote, SwapToken } from './types.js'

const chainIds = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554] as const

/** Networks that have swaps. [S6.9] */
export const swapNetworkIds: readonly CaipNetworkId[] = chainIds.map((id) => `eip155:${id}` as const)

/** Tokens that can be swapped on a network: `GET /v1/convert/tokens` [S7.6]. */
export async function fetchSwapTokens(
  modal: Modal,
  { caipNetworkId, signal }: { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal },
): Promise<readonly SwapToken[]> {
  const params = { chainId: caipNetworkId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/tokens', params, signal })
  return need(
    reply,
    'tokens',
    rowsOf((row) => toSwapToken(modal, row)),
  )
}

function toSwapToken(modal: Modal, row: unknown): SwapToken {
  const { namespace, reference, address } = assertCaipAddress(need(row, 'address', caipAddress))
  const logoUri = may(row, 'logoUri', imageUrl(modal))
  return {
    caipNetworkId: `${namespace}:${reference}`,
    address: isNativeToken(address) ? undefined : address,
    name: need(row, 'name', text),
    symbol: need(row, 'symbol', text),
    decimals: need(row, 'decimals', decimals),
    iconUrl: logoUri,
    logoUri,
    eip2612: may(row, 'eip2612', flag),
  }
}

/** `from` and `to` are tokens; amounts in atomic units, the price of gas in wei. */
type FetchSwapQuotesRequest = {
  readonly amount: bigint
  readonly userAddress: CaipAddress
  readonly from: CaipAddress
  readonly to: CaipAddress
  readonly gasPrice: bigint
  readonly signal: AbortSignal
}

/** What one token gives of another: `GET /v1/convert/quotes` [S7.5]. None where there is no route. */
export async function fetchSwapQuotes(
  modal: Modal,
  { signal, userAddress, from, to, ...request }: FetchSwapQuotesRequest,
): Promise<readonly SwapQuote[]> {
  const amounts = { amount: request.amount.toString(), gasPrice: request.gasPrice.toString() }
  const params = { ...amounts, userAddress, from, to }
  const reply = await callBlockchain(modal, { path: '/v1/convert/quotes', params, signal })
  return need(reply, 'quotes', listOf(toQuote))
}

function toQuote(row: unknown): SwapQuote {
  return {
    id: may(row, 'id', text),
    fromAmount: need(row, 'fromAmount', amount),
    fromAccount: need(row, 'fromAccount', caipAddress),
    toAmount: need(row, 'toAmount', amount),
    toAccount: need(row, 'toAccount', caipAddress),
    blockNumber: may(row, 'blockNumber', amount),
    router: may(row, 'router', caipAddress),
  }
}

type FetchAllowanceRequest = {
  readonly tokenAddress: CaipAddress
  readonly userAddress: CaipAddress
  readonly signal: AbortSignal
}

/** Atomic units of a token that a swap may take of an account: `GET /v1/convert/allowance` [S7.8]. */
export async function fetchAllowance(
  modal: Modal,
  { tokenAddress, userAddress, signal }: FetchAllowanceRequest,
): Promise<bigint> {
  const params = { tokenAddress, userAddress }
  return need(await callBlockchain(modal, { path: '/v1/convert/allowance', params, signal }), 'allowance', amount)
}

/** What gas costs on a network, in wei: `GET /v1/convert/gas-price` [S7.9]. */
export async function fetchGasPrice(
  modal: Modal,
  { caipNetworkId, signal }: { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal },
): Promise<GasPrice> {
  const params = { chainId: caipNetworkId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/gas-price', params, signal })
  return {
    standard: need(reply, 'standard', amount),
    fast: need(reply, 'fast', amount),
    instant: need(reply, 'instant', amount),
  }
}

type BuildSwapApprovalRequest = {
  readonly userAddress: CaipAddress
  readonly from: CaipAddress
  readonly to: CaipAddress
  /** Atomic units that the swap takes: a service that heeds it has no more approved. */
  readonly amount?: bigint | undefined
  readonly signal: AbortSignal
}

/** The transaction that allows a swap to take a token: `GET /v1/convert/build-approve` [S7.11]. */
export async function buildSwapApproval(
  modal: Modal,
  { signal, amount, ...pair }: BuildSwapApprovalRequest,
): Promise<{ readonly tx: BuiltTransaction }> {
  const params = { ...pair, amount: amount?.toString() }
  const reply = await callBlockchain(modal, { path: '/v1/convert/build-approve', params, signal })
  return { tx: toBuiltTransaction(reply, 'value') }
}

/** Hundredths of a per cent that a price may move at most until the swap is mined. [S9.5] */
const maxSlippage = 100n

/** `from` and `to` are tokens; the amount in atomic units. */
type BuildSwapTransactionRequest = {
  readonly amount: bigint
  readonly from: CaipAddress
  readonly to: CaipAddress
  /** The least that the swap may give, and what it is expected to; the slippage is told by both. Atomic units. */
  readonly minimum: bigint
  readonly expected: bigint
  readonly userAddress: CaipAddress
  /** The service does not try whether it would succeed. */
  readonly disableEstimate?: boolean | undefined
  readonly signal: AbortSignal
}

/** The transaction that swaps: `POST /v1/convert/build-transaction` [S7.10]. */
export async function buildSwapTransaction(
  modal: Modal,
  { amount, minimum, expected, signal, ...request }: BuildSwapTransactionRequest,
): Promise<{ readonly tx: BuiltTransaction }> {
  const { projectId } = modal[internals].options
  const points = expected > minimum ? ((expected - minimum) * 10_000n) / expected : 0n
  const slippage = Number(points < 1n ? 1n : points > maxSlippage ? maxSlippage : points) / 100
  const eip155 = { slippage, minimum: minimum.toString() }
  const body = { ...request, amount: amount.toString(), eip155, projectId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/build-transaction', body, signal })
  return { tx: toBuiltTransaction(reply, 'amount') }
}

const hex: Parse<`0x${string}`> = (value) =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? (value as `0x${string}`) : null

/** The transaction of a reply; `valueField` names what it pays. Throws `INVALID_REPLY`. */
function toBuiltTransaction(reply: unknown, valueField: 'amount' | 'value'): BuiltTransaction {
  const tx = need(reply, 'tx', record)
  return {
    from: need(tx, 'from', caipAddress),
    to: need(tx, 'to', caipAddress),
    data: need(tx, 'data', hex),
    value: need(tx, valueField, amount),
    gas: may(tx['eip155'], 'gas', amount),
    gasPrice: may(tx['eip155'], 'gasPrice', amount),
  }
}
