import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import { fetchSuggestions } from './fetchSuggestions.js'
import { setNames } from './setNames.js'

/** Asks whether the name that is typed is free, with code that comes by then. Never rejects. */
export async function fetchSuggestionsLater(modal: Modal): Promise<void> {
  try {
    await fetchSuggestions(modal)
  } catch (cause) {
    const { code, shortMessage: message } = toLatchkeyError(cause)
    setNames(modal, { type: 'failed', error: { code, message } })
  }
}
