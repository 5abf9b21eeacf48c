import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { clearTimer } from '../../timers.js'
import { setNames } from './setNames.js'
import { nameKeys } from './state.js'

/** Ends what runs, and forgets the name that was typed. */
export function resetNames(modal: Modal): void {
  for (const key of Object.values(nameKeys)) abortAttempt(modal, key)
  clearTimer(modal, nameKeys.suggest)
  setNames(modal, { type: 'reset' })
}
