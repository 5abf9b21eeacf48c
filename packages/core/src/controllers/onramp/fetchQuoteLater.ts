import type { Modal } from '../../modal.js'
import { fetchPurchaseQuote } from './fetchPurchaseQuote.js'
import { setOnRamp } from './setOnRamp.js'
import { toOnRampError } from './toOnRampError.js'

/**
 * Asks for a quote where there is an amount, with code that comes by then: providers are chosen before anything is typed. Never
 * rejects.
 */
export async function fetchQuoteLater(modal: Modal): Promise<void> {
  if (!modal.getState().onramp?.paymentAmount) return
  try {
    await fetchPurchaseQuote(modal)
  } catch (cause) {
    setOnRamp(modal, { type: 'failed', error: await toOnRampError(cause) })
  }
}
