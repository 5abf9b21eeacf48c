import { loadModule } from '@latchkey/core'
import type { PurchaseParts } from './purchaseParts.js'

// A file between, so that the view has no list of the files that buying needs.

export async function loadPurchase(): Promise<PurchaseParts> {
  return (await loadModule(() => import('./purchaseParts.js'))).purchaseParts
}
