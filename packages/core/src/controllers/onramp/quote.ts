import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { fetchOnRampQuote } from '../../service/blockchain/onramp.js'
import type { OnRampQuote } from '../../service/blockchain/types.js'
import { readText } from '../../utils/bytes.js'
import { isRecord } from '../../utils/records.js'
import { getEnteredAmount, getPaymentMethods, getPurchaseNetwork, isOutage } from './options.js'
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
 * Fetches a quote for the entered amount. Sets `quotesLoading` meanwhile, then the other amount, or `error` and resolves
 * with null [S4.26]. Also resolves with null without a valid amount, or if the user has changed the choice meanwhile.
 * If the service can't be reached, fails or returns an invalid response, the quote is a sample [S8.56].
 *
 * Throws `NOT_STARTED`.
 */
export async function fetchPurchaseQuote(modal: Modal): Promise<OnRampQuote | null> {
  assertStarted(modal)
  const state = modal.getState()
  const { onramp } = state
  if (onramp?.step !== 'choosing' || getPaymentMethods(onramp).error) return null
  const amount = getEnteredAmount(onramp)
  if (amount === null) return null
  const { enteredAmount, purchaseCurrency, paymentCurrency, selectedProvider, hasSampleOptions } = onramp
  const destination = getPurchaseNetwork(state, purchaseCurrency)
  const attempt = beginAttempt(modal, { key: onRampKeys.quote, timeout: onRampDelays.call })
  const setQuote = (quote: OnRampQuote, isSample: boolean): OnRampQuote => {
    setOnRamp(modal, { type: 'quoted', quote, isSample })
    return quote
  }
  const sample = { amount, paymentCurrency: paymentCurrency.id, purchaseCurrency: purchaseCurrency.symbol }
  setOnRamp(modal, { type: 'quoteAsked' })
  try {
    if (hasSampleOptions || !destination) return setQuote(toSampleQuote(sample), true)
    const request = {
      purchaseCurrency: purchaseCurrency.id,
      paymentCurrency: paymentCurrency.id,
      ...(enteredAmount === 'payment' ? { amount } : { purchaseAmount: amount }),
      network: destination.offer.name,
      provider: selectedProvider?.name,
      signal: attempt.signal,
    }
    const quote = await attempt.race(fetchOnRampQuote(modal, request))
    attempt.signal.throwIfAborted()
    return setQuote(quote, false)
  } catch (cause) {
    const error = await toOnRampError(cause)
    if (!attempt.isLatest()) return null
    if (isOutage(error)) return setQuote(toSampleQuote(sample), true)
    setOnRamp(modal, { type: 'failed', error })
    return null
  } finally {
    attempt.end()
  }
}

/** Requests a quote for the current choice, if there is an amount. Failures of the request go to the state. */
export function refreshQuote(modal: Modal): void {
  fetchPurchaseQuote(modal).catch(modal[internals].warn)
}

/** Applies an event to the state of the purchase. */
export function setOnRamp(modal: Modal, event: OnRampEvent): void {
  const before = modal.getState().onramp
  const onramp = reduceOnRamp(before ?? initialOnRamp, event)
  if (onramp !== before) modal[internals].store.setState((state) => ({ ...state, onramp }))
}

/** Characters. */
const maxReasonLength = 300

/** Converts a thrown value to the error in the state, with the reason from the body of an HTTP error. Never rejects. */
export async function toOnRampError(cause: unknown): Promise<OnRampError> {
  const { code, shortMessage: message, cause: response } = toLatchkeyError(cause)
  const reason = code === 'HTTP_STATUS' && response instanceof Response ? await readReason(response) : undefined
  return { code, message, ...(reason && { reason: reason.slice(0, maxReasonLength) }) }
}

/** Reads the reason from a body `{ error: { message } }` or `{ message }`. */
async function readReason(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = JSON.parse(await readText(response))
    const error = isRecord(body) && isRecord(body['error']) ? body['error'] : body
    const message = isRecord(error) ? error['message'] : undefined
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined // not JSON: there is no reason to show
  }
}
