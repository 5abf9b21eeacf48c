import type { Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { amount, caipAddress, listOf, may, need, text } from './fields.js'
import type { SwapQuote } from './types.js'

/** `from` and `to` are tokens; amounts in atomic units, the price of gas in wei. */
export type FetchSwapQuotesRequest = {
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
