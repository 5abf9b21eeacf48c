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
  optional,
  type Parse,
  record,
  required,
  rowsOf,
  text,
} from './fields.js'
import type { BuiltTransaction, GasPrice, SwapQuote, SwapToken } from './types.js'

const chainIds = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554] as const

/** Networks that support swaps. [S6.9] */
export const swapNetworkIds: readonly CaipNetworkId[] = chainIds.map((id) => `eip155:${id}` as const)

/** Maximum slippage in basis points. [S9.5] */
const maxSlippage = 100n

const hex: Parse<`0x${string}`> = (value) =>
  typeof value === 'string' && /^0x([0-9a-f]{2})*$/i.test(value) ? (value as `0x${string}`) : null

/** Fetches the tokens that can be swapped on a network: `GET /v1/convert/tokens` [S7.6]. */
export async function fetchSwapTokens(
  modal: Modal,
  { caipNetworkId, signal }: { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal },
): Promise<readonly SwapToken[]> {
  const params = { chainId: caipNetworkId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/tokens', params, signal })
  return required(
    reply,
    'tokens',
    rowsOf((row) => toSwapToken(modal, row)),
  )
}

/** `from` and `to` are tokens. Amounts in atomic units, the gas price in wei. */
type FetchSwapQuotesRequest = {
  readonly amount: bigint
  readonly userAddress: CaipAddress
  readonly from: CaipAddress
  readonly to: CaipAddress
  readonly gasPrice: bigint
  readonly signal: AbortSignal
}

/** Fetches quotes for a swap: `GET /v1/convert/quotes` [S7.5]. Empty if there is no route. */
export async function fetchSwapQuotes(
  modal: Modal,
  { signal, userAddress, from, to, ...request }: FetchSwapQuotesRequest,
): Promise<readonly SwapQuote[]> {
  const amounts = { amount: request.amount.toString(), gasPrice: request.gasPrice.toString() }
  const params = { ...amounts, userAddress, from, to }
  const reply = await callBlockchain(modal, { path: '/v1/convert/quotes', params, signal })
  return required(reply, 'quotes', listOf(toQuote))
}

type FetchAllowanceRequest = {
  readonly tokenAddress: CaipAddress
  readonly userAddress: CaipAddress
  readonly signal: AbortSignal
}

/** Fetches the allowance of a token for swaps, in atomic units: `GET /v1/convert/allowance` [S7.8]. */
export async function fetchAllowance(
  modal: Modal,
  { tokenAddress, userAddress, signal }: FetchAllowanceRequest,
): Promise<bigint> {
  const params = { tokenAddress, userAddress }
  return required(await callBlockchain(modal, { path: '/v1/convert/allowance', params, signal }), 'allowance', amount)
}

/** Fetches the gas prices of a network, in wei: `GET /v1/convert/gas-price` [S7.9]. */
export async function fetchGasPrice(
  modal: Modal,
  { caipNetworkId, signal }: { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal },
): Promise<GasPrice> {
  const params = { chainId: caipNetworkId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/gas-price', params, signal })
  return {
    standard: required(reply, 'standard', amount),
    fast: required(reply, 'fast', amount),
    instant: required(reply, 'instant', amount),
  }
}

type BuildSwapApprovalRequest = {
  readonly userAddress: CaipAddress
  readonly from: CaipAddress
  readonly to: CaipAddress
  /** Atomic units that the swap spends. A service that supports it approves no more. */
  readonly amount?: bigint | undefined
  readonly signal: AbortSignal
}

/** Builds the transaction that approves a token for a swap: `GET /v1/convert/build-approve` [S7.11]. */
export async function buildSwapApproval(
  modal: Modal,
  { signal, amount, ...pair }: BuildSwapApprovalRequest,
): Promise<{ readonly tx: BuiltTransaction }> {
  const params = { ...pair, amount: amount?.toString() }
  const reply = await callBlockchain(modal, { path: '/v1/convert/build-approve', params, signal })
  return { tx: toBuiltTransaction(reply, 'value') }
}

/** `from` and `to` are tokens. The amount is in atomic units. */
type BuildSwapTransactionRequest = {
  readonly amount: bigint
  readonly from: CaipAddress
  readonly to: CaipAddress
  /** Minimum and expected output in atomic units. The slippage is derived from both. */
  readonly minimum: bigint
  readonly expected: bigint
  readonly userAddress: CaipAddress
  /** Makes the service skip its check whether the transaction would succeed. */
  readonly disableEstimate?: boolean | undefined
  readonly signal: AbortSignal
}

/** Builds the transaction of a swap: `POST /v1/convert/build-transaction` [S7.10]. */
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

function toSwapToken(modal: Modal, row: unknown): SwapToken {
  const { namespace, reference, address } = assertCaipAddress(required(row, 'address', caipAddress))
  const logoUri = optional(row, 'logoUri', imageUrl(modal))
  return {
    caipNetworkId: `${namespace}:${reference}`,
    address: isNativeToken(address) ? undefined : address,
    name: required(row, 'name', text),
    symbol: required(row, 'symbol', text),
    decimals: required(row, 'decimals', decimals),
    iconUrl: logoUri,
    logoUri,
    eip2612: optional(row, 'eip2612', flag),
  }
}

function toQuote(row: unknown): SwapQuote {
  return {
    id: optional(row, 'id', text),
    fromAmount: required(row, 'fromAmount', amount),
    fromAccount: required(row, 'fromAccount', caipAddress),
    toAmount: required(row, 'toAmount', amount),
    toAccount: required(row, 'toAccount', caipAddress),
    blockNumber: optional(row, 'blockNumber', amount),
    router: optional(row, 'router', caipAddress),
  }
}

/** Parses a transaction. `valueField` is the field of its value. Throws `INVALID_REPLY`. */
function toBuiltTransaction(reply: unknown, valueField: 'amount' | 'value'): BuiltTransaction {
  const tx = required(reply, 'tx', record)
  return {
    from: required(tx, 'from', caipAddress),
    to: required(tx, 'to', caipAddress),
    data: required(tx, 'data', hex),
    value: required(tx, valueField, amount),
    gas: optional(tx['eip155'], 'gas', amount),
    gasPrice: optional(tx['eip155'], 'gasPrice', amount),
  }
}
