import { abortAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { clearTimer, setTimer } from '../../timers.js'
import { fetchSuggestionsLater } from './fetchSuggestionsLater.js'
import { parseAccountName } from './parseAccountName.js'
import { setNames } from './setNames.js'
import { nameDelays, nameKeys } from './state.js'

/** Takes a name as it is typed; when the visitor pauses, asks whether it is free. What is no name is not asked about. [S5.18] */
export function setAccountName(modal: Modal, text: string): void {
  if (!setNames(modal, { type: 'typed', text })) return
  abortAttempt(modal, nameKeys.suggest)
  clearTimer(modal, nameKeys.suggest)
  if (parseAccountName(text) === null) return
  setTimer(modal, nameKeys.suggest, () => void fetchSuggestionsLater(modal), nameDelays.debounce)
}
