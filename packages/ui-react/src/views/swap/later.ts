import { loadModule } from '@latchkey/core'
import type { OfferParts } from './offerParts.js'
import type { SwapUnavailable } from './SwapUnavailable.js'

// A file between, so that the view has no list of the files that these need.

export async function loadUnavailable(): Promise<{ readonly SwapUnavailable: typeof SwapUnavailable }> {
  return loadModule(() => import('./SwapUnavailable.js'))
}

export async function loadOfferParts(): Promise<OfferParts> {
  return (await loadModule(() => import('./offerParts.js'))).offerParts
}
