import { abortAttempt, assertStarted, beginAttempt, clearTimer, setTimer } from '../../modal/attempts.js'
import type { Modal } from '../../modal/modal.js'
import { getCaipNetworkId } from '../../modal/namespaces.js'
import { fetchOnRampOptions } from '../../service/blockchain/onramp.js'
import type { OnRampOptions } from '../../service/blockchain/types.js'
import { getPurchaseNetwork, isOutage } from './options.js'
import { refreshQuote, setOnRamp, toOnRampError } from './quote.js'
import { type OnRampEvent, onRampDelays, onRampKeys, sampleOptions } from './state.js'

/**
 * Loads the currencies and enabled providers that are available to the active wallet. If the service can't be reached,
 * fails or returns an invalid response, samples are shown that cannot be bought [S8.56]; other errors go to
 * `state.onramp.error`. Keeps the user's choices that are still available, and requests a quote for an amount that was
 * entered before. Throws `NOT_STARTED`.
 */
export async function startOnRamp(modal: Modal): Promise<void> {
  assertStarted(modal)
  const attempt = beginAttempt(modal, { key: onRampKeys.options, timeout: onRampDelays.call })
  const list = (options: OnRampOptions, isSample: boolean): void =>
    setOnRamp(modal, { type: 'listed', options, isSample, caipNetworkId: getCaipNetworkId(modal.getState()) })
  setOnRamp(modal, { type: 'opened' })
  try {
    const options = await attempt.race(fetchOnRampOptions(modal, { signal: attempt.signal }))
    attempt.signal.throwIfAborted()
    list(toAvailableOptions(modal, options), false)
  } catch (cause) {
    const error = await toOnRampError(cause)
    if (!attempt.isLatest()) return
    if (isOutage(error)) list(sampleOptions, true)
    else setOnRamp(modal, { type: 'failed', error })
  } finally {
    attempt.end()
  }
  refreshQuote(modal)
}

/**
 * Sets the amount to pay as the user types, and requests a quote of what it buys when they pause. Drops a quote for an
 * earlier amount.
 */
export function setPaymentAmount(modal: Modal, amount: string): void {
  setAmount(modal, { type: 'paymentAmountChanged', amount })
}

/** Sets the amount to receive as the user types, and requests a quote of what it costs, as `setPaymentAmount` does. */
export function setPurchaseAmount(modal: Modal, amount: string): void {
  setAmount(modal, { type: 'purchaseAmountChanged', amount })
}

export type CurrencyChoice =
  /** The currency to buy. */
  | { readonly purchase: string }
  /** The currency to pay with. */
  | { readonly payment: string }

/** Chooses an available currency by its id, and requests a quote. Ignores unknown ids. */
export function setOnRampCurrency(modal: Modal, choice: CurrencyChoice): void {
  const { onramp } = modal.getState()
  const purchase = 'purchase' in choice && onramp?.purchaseCurrencies.find(({ id }) => id === choice.purchase)
  const payment = 'payment' in choice && onramp?.paymentCurrencies.find(({ id }) => id === choice.payment)
  if (!purchase && !payment) return
  abortAttempt(modal, onRampKeys.quote)
  clearTimer(modal, onRampKeys.quote)
  if (purchase) setOnRamp(modal, { type: 'purchaseCurrencyChosen', currency: purchase })
  if (payment) setOnRamp(modal, { type: 'paymentCurrencyChosen', currency: payment })
  refreshQuote(modal)
}

/** Chooses an available provider by name, and requests a quote. Ignores unknown names. */
export function setOnRampProvider(modal: Modal, name: string): void {
  const provider = modal.getState().onramp?.providers.find((candidate) => candidate.name === name)
  if (!provider) return
  abortAttempt(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'providerChosen', provider })
  refreshQuote(modal)
}

/** Aborts pending requests and resets the state to the defaults. [S4.26] */
export function resetOnRamp(modal: Modal): void {
  for (const key of Object.values(onRampKeys)) abortAttempt(modal, key)
  clearTimer(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'reset' })
}

/** Filters the options by enabled providers and configured networks. [S5.17] */
function toAvailableOptions(modal: Modal, options: OnRampOptions): OnRampOptions {
  const state = modal.getState()
  const enabled = parseEnabledProviders(state.features.onramp)
  return {
    ...options,
    providers: (options.providers ?? []).filter(({ name }) => enabled?.includes(name) ?? true),
    purchaseCurrencies: options.purchaseCurrencies.filter((currency) => getPurchaseNetwork(state, currency)),
  }
}

/**
 * Parses the names of the enabled providers; undefined means all. Anything but `true` or a list of strings means none.
 * [S5.17]
 */
export function parseEnabledProviders(value: unknown): readonly string[] | undefined {
  if (value === true) return undefined
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : []
}

function setAmount(modal: Modal, event: OnRampEvent): void {
  abortAttempt(modal, onRampKeys.quote)
  setOnRamp(modal, event)
  clearTimer(modal, onRampKeys.quote)
  setTimer(modal, onRampKeys.quote, () => refreshQuote(modal), onRampDelays.debounce)
}
