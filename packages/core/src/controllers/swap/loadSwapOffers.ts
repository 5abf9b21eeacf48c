import { loadModule } from '../../utils/loadModule.js'
import type { SwapOffers } from './swapOffers.js'

/** Loads what asks for prices: nobody has one before an amount is typed. */
export async function loadSwapOffers(): Promise<SwapOffers> {
  const { loadOffers } = await loadModule(() => import('./later.js'))
  return loadOffers()
}
