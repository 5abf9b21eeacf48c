import { loadModule } from '../../utils/loadModule.js'
import type { SwapOffers } from './swapOffers.js'

// A file between, so that the form has no list of the files that asking for prices needs.

export async function loadOffers(): Promise<SwapOffers> {
  const { swapOffers } = await loadModule(() => import('./swapOffers.js'))
  return swapOffers
}
