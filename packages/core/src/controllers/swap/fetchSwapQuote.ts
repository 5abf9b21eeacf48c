import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { attemptSwap } from './attemptSwap.js'
import { readSwapQuote } from './readSwapQuote.js'
import type { Unquoted } from './reduceSwap.js'
import { setSwap } from './setSwap.js'

/**
 * Asks what the swap gives now. A newer question ends an older one. Does nothing while the swap is under way. Never rejects: a
 * fault is in `swap.quote`.
 */
export async function fetchSwapQuote(modal: Modal): Promise<void> {
  const { swap } = modal.getState()
  if (swap?.list !== 'ready' || swap.step !== 'form') return
  const { id, from, to, amount } = swap
  const tell = (quote: Unquoted): void => void setSwap(modal, { type: 'unquoted', quote }, id)
  if (!from || !to || amount === '') {
    abortAttempt(modal, 'swap-quote')
    tell({ status: 'none' })
    return
  }
  return attemptSwap(
    modal,
    'swap-quote',
    async (attempt) => {
      // an offer stays while a newer one is asked for
      tell({ status: 'loading', offer: 'offer' in swap.quote ? swap.quote.offer : undefined })
      await readSwapQuote(modal, swap, attempt)
    },
    (error) => tell({ status: 'failed', error }),
  )
}
