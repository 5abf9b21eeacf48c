import type { BuiltTransaction } from '../../api/blockchain/types.js'
import { beginAttempt } from '../../attempts.js'
import { InvalidReplyError } from '../../errors/services.js'
import type { Modal } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import { assertCaipAddress } from '../../utils/assertCaipAddress.js'
import { deadlines } from '../connection/state.js'
import { assertBuilt } from './assertBuilt.js'
import { createSwapCalls } from './createSwapCalls.js'
import { parseApproval } from './parseApproval.js'
import type { SwapState } from './state.js'
import { toSwapAddress } from './toSwapAddress.js'

export type SwapApproval = {
  readonly tx: BuiltTransaction
  /** It takes back what was allowed before, which some tokens ask for before they allow anew. */
  readonly clears: boolean
}

/**
 * Has the service build what allows the swap to take just the amount, and looks at it before a wallet is asked: it is an approval of the
 * token that is given, of that amount or of nothing. Throws `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `TIMED_OUT` and what the service throws.
 */
export async function buildApproval(modal: Modal, swap: SwapState, amount: bigint): Promise<SwapApproval> {
  const { from, to, caipNetworkId, address } = swap
  if (!from?.address || !to) throw new TypeError('Only tokens are approved.')
  const attempt = beginAttempt(modal, { deadline: deadlines.read })
  try {
    const calls = createSwapCalls(modal, { caipNetworkId, address, signal: attempt.signal })
    const tx = await attempt.race(calls.buildApproval({ from: toSwapAddress(from), to: toSwapAddress(to), amount }))
    assertBuilt(tx, { swap, pays: 0n })
    const allowed = parseApproval(tx.data)
    const isOfToken = isSameAddress('eip155', assertCaipAddress(tx.to).address, from.address)
    if (isOfToken && (allowed === amount || allowed === 0n)) return { tx, clears: allowed === 0n }
    throw new InvalidReplyError({ details: 'The transaction that the service built is no approval of just that.' })
  } finally {
    attempt.end()
  }
}
