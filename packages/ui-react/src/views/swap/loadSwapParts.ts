import { loadModule } from '@latchkey/core'
import type { OfferParts } from './offerParts.js'
import type { SwapUnavailable } from './SwapUnavailable.js'

const load = () => loadModule(() => import('./later.js'))

/** What shows an offer. */
export async function loadOfferParts(): Promise<OfferParts> {
  return (await load()).loadOfferParts()
}

/** What stands in for a swap that there cannot be. */
export async function loadUnavailable(): Promise<{ readonly SwapUnavailable: typeof SwapUnavailable }> {
  return (await load()).loadUnavailable()
}
