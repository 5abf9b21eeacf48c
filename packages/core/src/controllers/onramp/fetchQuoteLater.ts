import type { Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import { setOnRamp } from './setOnRamp.js'
import { toOnRampError } from './toOnRampError.js'

/**
 * Asks for a quote where there is an amount, with code that comes by then: providers are chosen before anything is typed. Never
 * rejects.
 */
export async function fetchQuoteLater(modal: Modal): Promise<void> {
  if (!modal.getState().onramp?.paymentAmount) return
  try {
    const { loadQuote } = await loadModule(() => import('./later.js'))
    const { fetchPurchaseQuote } = await loadQuote()
    await fetchPurchaseQuote(modal)
  } catch (cause) {
    setOnRamp(modal, { type: 'failed', error: await toOnRampError(cause) })
  }
}
