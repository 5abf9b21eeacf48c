import { internals, type Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { toBuiltTransaction } from './toBuiltTransaction.js'
import type { BuiltTransaction } from './types.js'

/** Percent that a price may move until the swap is mined. [S9.5] */
const slippage = 1

/** `from` and `to` are tokens; the amount in atomic units. */
export type BuildSwapTransactionRequest = {
  readonly amount: bigint
  readonly from: CaipAddress
  readonly to: CaipAddress
  readonly userAddress: CaipAddress
  /** The service does not try whether it would succeed. */
  readonly disableEstimate?: boolean | undefined
  readonly signal: AbortSignal
}

/** The transaction that swaps: `POST /v1/convert/build-transaction` [S7.10]. */
export async function buildSwapTransaction(
  modal: Modal,
  { amount, signal, ...request }: BuildSwapTransactionRequest,
): Promise<{ readonly tx: BuiltTransaction }> {
  const { projectId } = modal[internals].options
  const body = { ...request, amount: amount.toString(), eip155: { slippage }, projectId }
  const reply = await callBlockchain(modal, { path: '/v1/convert/build-transaction', body, signal })
  return { tx: toBuiltTransaction(reply, 'amount') }
}
