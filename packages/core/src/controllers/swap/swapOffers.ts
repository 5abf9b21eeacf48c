import { fetchSwapPrices } from './fetchSwapPrices.js'
import { readSwapOffer } from './readSwapOffer.js'

export type SwapOffers = {
  readonly fetchSwapPrices: typeof fetchSwapPrices
  readonly readSwapOffer: typeof readSwapOffer
}

/** What asks for prices. */
export const swapOffers: SwapOffers = { fetchSwapPrices, readSwapOffer }
