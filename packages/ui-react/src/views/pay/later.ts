import { loadModule } from '@latchkey/core'
import type { PayingParts } from './payingParts.js'

// A file between, so that the view has no list of the files that paying needs.

export async function loadParts(): Promise<PayingParts> {
  return (await loadModule(() => import('./payingParts.js'))).payingParts
}
