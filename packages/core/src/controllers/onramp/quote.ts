import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { fetchOnRampQuote } from '../../service/blockchain/onramp.js'
import type { OnRampQuote } from '../../service/blockchain/types.js'
import { readText } from '../../utils/bytes.js'
import { isRecord } from '../../utils/records.js'
import { getPaymentMethods, getPurchaseNetwork, isOutage, toPaymentAmount } from './options.js'
import {
  initialOnRamp,
  type OnRampError,
  type OnRampEvent,
  onRampDelays,
  onRampKeys,
  reduceOnRamp,
  toSampleQuote,
} from './state.js'

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

/** Notes what happened to a purchase. */
export function setOnRamp(modal: Modal, event: OnRampEvent): void {
  const before = modal.getState().onramp
  const onramp = reduceOnRamp(before ?? initialOnRamp, event)
  if (onramp !== before) modal[internals].store.setState((state) => ({ ...state, onramp }))
}

/** Characters of a reason that are kept. */
const longest = 300

/** What to keep of a fault, with the reason that a service gave with a status of 4xx. Never rejects. */
export async function toOnRampError(cause: unknown): Promise<OnRampError> {
  const fault = toLatchkeyError(cause)
  const { code, shortMessage: message } = fault
  const response = fault.cause
  const reason = code === 'HTTP_STATUS' && response instanceof Response ? await readReason(response) : undefined
  return { code, message, ...(reason && { reason: reason.slice(0, longest) }) }
}

/** `{ error: { message } }` or `{ message }`. */
async function readReason(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = JSON.parse(await readText(response))
    const place = isRecord(body) && isRecord(body['error']) ? body['error'] : body
    const message = isRecord(place) ? place['message'] : undefined
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined // it gave none
  }
}
