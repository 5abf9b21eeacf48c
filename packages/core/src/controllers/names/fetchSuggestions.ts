import { fetchNameSuggestions } from '../../api/blockchain/fetchNameSuggestions.js'
import { beginAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { parseAccountName } from './parseAccountName.js'
import { setNames } from './setNames.js'
import { nameDelays, nameKeys } from './state.js'
import { toNameError } from './toNameError.js'

/** Asks whether the name that is typed is free, and for others like it. An answer for what was typed before is dropped. Never rejects. */
export async function fetchSuggestions(modal: Modal): Promise<void> {
  const name = parseAccountName(modal.getState().names?.text ?? '')
  if (name === null) return
  const attempt = beginAttempt(modal, { key: nameKeys.suggest, deadline: nameDelays.call })
  const { signal } = attempt
  try {
    // the service knows below which zone it registers
    const suggestions = await attempt.race(fetchNameSuggestions(modal, { name, zone: '', signal }))
    signal.throwIfAborted()
    setNames(modal, { type: 'suggested', suggestions })
  } catch (cause) {
    const error = toNameError(cause)
    if (attempt.isLatest()) setNames(modal, { type: 'failed', error })
  } finally {
    attempt.end()
  }
}
