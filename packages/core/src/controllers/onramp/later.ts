import { loadModule } from '../../utils/loadModule.js'
import type { fetchPurchaseQuote } from './fetchPurchaseQuote.js'

// A file between, so that choosing a provider has no list of the files that a quote needs.

export function loadQuote(): Promise<{ readonly fetchPurchaseQuote: typeof fetchPurchaseQuote }> {
  return loadModule(() => import('./fetchPurchaseQuote.js'))
}
