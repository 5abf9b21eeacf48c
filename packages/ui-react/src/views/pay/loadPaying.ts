import { loadModule } from '@latchkey/core'
import type { PayingParts } from './payingParts.js'

/** Loads what pays, and tells what becomes of it: what is asked for is looked at first. */
export async function loadPaying(): Promise<PayingParts> {
  const { loadParts } = await loadModule(() => import('./later.js'))
  return loadParts()
}
