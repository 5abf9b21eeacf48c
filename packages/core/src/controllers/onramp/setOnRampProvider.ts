import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { fetchQuoteLater } from './fetchQuoteLater.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampKeys } from './state.js'

/** Chooses who sells, by name, and asks for a quote where there is an amount. Does nothing for one that is not offered. */
export function setOnRampProvider(modal: Modal, name: string): void {
  const provider = modal.getState().onramp?.providers.find((candidate) => candidate.name === name)
  if (!provider) return
  abortAttempt(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'providerChosen', provider })
  void fetchQuoteLater(modal)
}
