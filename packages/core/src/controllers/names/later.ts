import { loadModule } from '../../utils/loadModule.js'
import type { fetchSuggestions } from './fetchSuggestions.js'

// A file between, so that the field for a name has no list of the files that asking needs.

export function loadSuggestions(): Promise<{ readonly fetchSuggestions: typeof fetchSuggestions }> {
  return loadModule(() => import('./fetchSuggestions.js'))
}
