import { fetchOnRampQuote } from '../../api/blockchain/fetchOnRampQuote.js'
import type { OnRampQuote } from '../../api/blockchain/types.js'
import { beginAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getPaymentMethods } from './getPaymentMethods.js'
import { getPurchaseNetwork } from './getPurchaseNetwork.js'
import { isOutage } from './isOutage.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampDelays, onRampKeys } from './state.js'
import { toOnRampError } from './toOnRampError.js'
import { toPaymentAmount } from './toPaymentAmount.js'
import { toSampleQuote } from './toSampleQuote.js'

/**
 * Asks what the chosen amount buys, and resolves with it. `quotesLoading` is true meanwhile; then `purchaseAmount` is that of the
 * quote, or `error` says why there is none, and null comes back [S4.26]. Null also without an amount that can be paid, and where the
 * visitor has chosen something else meanwhile. Where the service cannot be reached, fails, or makes no sense, it is a sample [S8.56].
 *
 * Throws `NOT_STARTED`.
 */
export async function fetchPurchaseQuote(modal: Modal): Promise<OnRampQuote | null> {
  assertStarted(modal)
  const state = modal.getState()
  const { onramp } = state
  const amount = toPaymentAmount(onramp?.paymentAmount)
  if (onramp?.step !== 'choosing' || amount === null || getPaymentMethods(onramp).fault) return null
  const { purchaseCurrency, paymentCurrency, selectedProvider, hasSampleOptions } = onramp
  const place = getPurchaseNetwork(state, purchaseCurrency)
  const attempt = beginAttempt(modal, { key: onRampKeys.quote, deadline: onRampDelays.call })
  const take = (quote: OnRampQuote, isSample: boolean): OnRampQuote => {
    setOnRamp(modal, { type: 'quoted', quote, isSample })
    return quote
  }
  const sample = { amount, paymentCurrency: paymentCurrency.id, purchaseCurrency: purchaseCurrency.symbol }
  setOnRamp(modal, { type: 'quoteAsked' })
  try {
    if (hasSampleOptions || !place) return take(toSampleQuote(sample), true)
    const request = {
      purchaseCurrency: purchaseCurrency.id,
      paymentCurrency: paymentCurrency.id,
      amount,
      network: place.offer.name,
      provider: selectedProvider?.name,
      signal: attempt.signal,
    }
    const quote = await attempt.race(fetchOnRampQuote(modal, request))
    attempt.signal.throwIfAborted()
    return take(quote, false)
  } catch (cause) {
    const error = await toOnRampError(cause)
    if (!attempt.isLatest()) return null
    if (isOutage(error)) return take(toSampleQuote(sample), true)
    setOnRamp(modal, { type: 'failed', error })
    return null
  } finally {
    attempt.end()
  }
}
