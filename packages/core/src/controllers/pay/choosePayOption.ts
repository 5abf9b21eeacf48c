import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { fetchPayFee } from './fetchPayFee.js'
import { setPay } from './setPay.js'
import { payKeys } from './state.js'

/** Chooses what to pay in, by its place in `pay.options`, and asks what that costs. Never rejects. */
export async function choosePayOption(modal: Modal, selected: number): Promise<void> {
  abortAttempt(modal, payKeys.fee)
  setPay(modal, { type: 'chosen', selected })
  await fetchPayFee(modal)
}
