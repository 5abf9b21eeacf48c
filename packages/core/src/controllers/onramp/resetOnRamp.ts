import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { clearTimer } from '../../timers.js'
import { setOnRamp } from './setOnRamp.js'
import { onRampKeys } from './state.js'

/** Ends what runs, and takes everything back to the defaults. [S4.26] */
export function resetOnRamp(modal: Modal): void {
  for (const key of Object.values(onRampKeys)) abortAttempt(modal, key)
  clearTimer(modal, onRampKeys.quote)
  setOnRamp(modal, { type: 'reset' })
}
