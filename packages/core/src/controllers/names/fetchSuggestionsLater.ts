import { nameFault } from '../../errors/nameFault.js'
import type { Modal } from '../../modal.js'
import { loadModule } from '../../utils/loadModule.js'
import { setNames } from './setNames.js'

/** Asks whether the name that is typed is free, with code that comes by then. Never rejects. */
export async function fetchSuggestionsLater(modal: Modal): Promise<void> {
  try {
    const { loadSuggestions } = await loadModule(() => import('./later.js'))
    const { fetchSuggestions } = await loadSuggestions()
    await fetchSuggestions(modal)
  } catch (cause) {
    const { code, shortMessage: message } = await nameFault(cause)
    setNames(modal, { type: 'failed', error: { code, message } })
  }
}
