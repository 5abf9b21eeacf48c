import { readSwapQuote } from './readSwapQuote.js'
import { watchSwapQuote } from './watchSwapQuote.js'

export type SwapOffers = {
  readonly readSwapQuote: typeof readSwapQuote
  readonly watchSwapQuote: typeof watchSwapQuote
}

/** What asks for prices. */
export const swapOffers: SwapOffers = { readSwapQuote, watchSwapQuote }
