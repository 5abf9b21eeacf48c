import { internals, type Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { toBuiltTransaction } from './toBuiltTransaction.js'
import type { BuiltTransaction } from './types.js'

/** Hundredths of a per cent that a price may move at most until the swap is mined. [S9.5] */
const maxSlippage = 100n

/** `from` and `to` are tokens; the amount in atomic units. */
export type BuildSwapTransactionRequest = {
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
