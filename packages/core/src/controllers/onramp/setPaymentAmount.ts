import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { clearTimer, setTimer } from '../../timers.js'
import { fetchQuoteLater } from './fetchQuoteLater.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampDelays, onRampKeys } from './state.js'

/** Takes an amount as it is typed, and asks for a quote when the visitor pauses. A quote for what was there before is dropped. */
export function setPaymentAmount(modal: Modal, amount: string): void {
  abortAttempt(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'amountChanged', amount })
  clearTimer(modal, onRampKeys.quote)
  setTimer(modal, onRampKeys.quote, () => void fetchQuoteLater(modal), onRampDelays.debounce)
}
