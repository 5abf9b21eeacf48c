import type { Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { toBuiltTransaction } from './toBuiltTransaction.js'
import type { BuiltTransaction } from './types.js'

export type BuildSwapApprovalRequest = {
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
