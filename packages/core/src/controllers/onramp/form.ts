import { abortAttempt, assertStarted, beginAttempt, clearTimer, setTimer } from '../../modal/attempts.js'
import type { Modal } from '../../modal/modal.js'
import { fetchOnRampOptions } from '../../service/blockchain/onramp.js'
import type { OnRampOptions } from '../../service/blockchain/types.js'
import { getPurchaseNetwork, isOutage } from './options.js'
import { fetchQuoteLater, setOnRamp, toOnRampError } from './quote.js'
import { onRampDelays, onRampKeys, sampleOptions } from './state.js'

/**
 * Asks what can be bought, where the active wallet is, at which of the providers that are switched on. Where the service cannot be
 * reached, fails, or makes no sense, samples stand in that cannot be bought [S8.56]; what it refuses is in `state.onramp.error`. What was
 * chosen stays where it is still offered. Throws `NOT_STARTED`.
 */
export async function startOnRamp(modal: Modal): Promise<void> {
  assertStarted(modal)
  const attempt = beginAttempt(modal, { key: onRampKeys.options, deadline: onRampDelays.call })
  setOnRamp(modal, { type: 'opened' })
  try {
    const options = await attempt.race(fetchOnRampOptions(modal, { signal: attempt.signal }))
    attempt.signal.throwIfAborted()
    setOnRamp(modal, { type: 'listed', options: toOffer(modal, options), isSample: false })
  } catch (cause) {
    const error = await toOnRampError(cause)
    if (!attempt.isLatest()) return
    if (isOutage(error)) setOnRamp(modal, { type: 'listed', options: sampleOptions, isSample: true })
    else setOnRamp(modal, { type: 'failed', error })
  } finally {
    attempt.end()
  }
}

/** What of it this visitor can have: providers that are on, currencies of the modal's networks. [S5.17] */
function toOffer(modal: Modal, options: OnRampOptions): OnRampOptions {
  const state = modal.getState()
  const enabled = parseEnabledProviders(state.features.onramp)
  return {
    ...options,
    providers: (options.providers ?? []).filter(({ name }) => enabled?.includes(name) ?? true),
    purchaseCurrencies: options.purchaseCurrencies.filter((currency) => getPurchaseNetwork(state, currency)),
  }
}

/** Takes an amount as it is typed, and asks for a quote when the visitor pauses. A quote for what was there before is dropped. */
export function setPaymentAmount(modal: Modal, amount: string): void {
  abortAttempt(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'amountChanged', amount })
  clearTimer(modal, onRampKeys.quote)
  setTimer(modal, onRampKeys.quote, () => void fetchQuoteLater(modal), onRampDelays.debounce)
}

export type CurrencyChoice =
  /** What is bought. */
  | { readonly purchase: string }
  /** What it is paid with. */
  | { readonly payment: string }

/** Chooses a currency of those on offer by its id, and asks for a quote. Does nothing for one that is not offered. */
export function setOnRampCurrency(modal: Modal, choice: CurrencyChoice): void {
  const { onramp } = modal.getState()
  const purchase = 'purchase' in choice && onramp?.purchaseCurrencies.find(({ id }) => id === choice.purchase)
  const payment = 'payment' in choice && onramp?.paymentCurrencies.find(({ id }) => id === choice.payment)
  if (!purchase && !payment) return
  abortAttempt(modal, onRampKeys.quote)
  clearTimer(modal, onRampKeys.quote)
  if (purchase) setOnRamp(modal, { type: 'purchaseCurrencyChosen', currency: purchase })
  if (payment) setOnRamp(modal, { type: 'paymentCurrencyChosen', currency: payment })
  void fetchQuoteLater(modal)
}

/** Chooses who sells, by name, and asks for a quote where there is an amount. Does nothing for one that is not offered. */
export function setOnRampProvider(modal: Modal, name: string): void {
  const provider = modal.getState().onramp?.providers.find((candidate) => candidate.name === name)
  if (!provider) return
  abortAttempt(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'providerChosen', provider })
  void fetchQuoteLater(modal)
}

/** Ends what runs, and takes everything back to the defaults. [S4.26] */
export function resetOnRamp(modal: Modal): void {
  for (const key of Object.values(onRampKeys)) abortAttempt(modal, key)
  clearTimer(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'reset' })
}

/**
 * Which providers are switched on, by name: undefined for all. Anything but true and a list of plain strings means none. [S5.17]
 */
export function parseEnabledProviders(value: unknown): readonly string[] | undefined {
  if (value === true) return undefined
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? value : []
}
