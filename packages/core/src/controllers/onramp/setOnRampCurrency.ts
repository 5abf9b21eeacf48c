import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { clearTimer } from '../../timers.js'
import { fetchQuoteLater } from './fetchQuoteLater.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampKeys } from './state.js'

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
