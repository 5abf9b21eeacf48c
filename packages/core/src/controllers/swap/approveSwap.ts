import { abortAttempt, beginAttempt } from '../../attempts.js'
import { SwapFailedError } from '../../errors/swap.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import { confirmTransaction } from '../connection/confirmTransaction.js'
import { deadlines } from '../connection/state.js'
import { assertBuilt } from './assertBuilt.js'
import { createSwapCalls } from './createSwapCalls.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { requireSwap } from './requireSwap.js'
import { sendBuilt } from './sendBuilt.js'
import { setSwap } from './setSwap.js'
import { toSwapAddress } from './toSwapAddress.js'
import { toSwapFault } from './toSwapFault.js'

/**
 * Has the visitor allow that the swap takes the token, and waits until the network has it. Does nothing while something of the
 * swap is under way. What fails is in `swap.error` as well.
 *
 * Throws `NOT_CONNECTED`, `SWAP_NOT_SUPPORTED`, `INVALID_REPLY`, `ACCOUNT_CHANGED`, `SWAP_FAILED`, `TIMED_OUT` and what the wallet
 * reports.
 */
export async function approveSwap(modal: Modal): Promise<void> {
  const swap = requireSwap(modal)
  const { id, from, to, caipNetworkId, address } = swap
  const offer = 'offer' in swap.quote ? swap.quote.offer : undefined
  if (swap.step !== 'form' || !from?.address || !to || !offer) return
  if (setSwap(modal, { type: 'approving' }, id)?.step !== 'approving') return
  abortAttempt(modal, 'swap-quote')
  const attempt = beginAttempt(modal, { deadline: deadlines.read })
  try {
    const calls = createSwapCalls(modal, { caipNetworkId, address, signal: attempt.signal })
    const pair = { from: toSwapAddress(from), to: toSwapAddress(to) }
    const tx = await attempt.race(calls.buildApproval({ ...pair, amount: BigInt(offer.fromAmount) }))
    assertBuilt(tx, { swap, pays: 0n, approves: from.address })
    const hash = await sendBuilt(modal, tx, swap)
    const outcome = await confirmTransaction(modal, { caipNetworkId, id: hash })
    if (outcome.status !== 'confirmed') throw new SwapFailedError({ details: toReason(outcome) })
  } catch (cause) {
    const error = toLatchkeyError(cause)
    setSwap(modal, { type: 'failed', error: toSwapFault(error) }, id)
    throw error
  } finally {
    attempt.end()
  }
  setSwap(modal, { type: 'approved' }, id)
  // asks the network what it now allows
  await fetchSwapQuote(modal)
}

function toReason(outcome: { readonly status: string; readonly reason?: string }): string {
  return outcome.reason ?? outcome.status
}
