import { getSwapDetails } from '@latchkey/core/controllers'
import { SwapDetailList } from './SwapDetailList.js'

export type OfferParts = {
  readonly getSwapDetails: typeof getSwapDetails
  readonly SwapDetailList: typeof SwapDetailList
}

/** What shows an offer: nobody has one before an amount is typed. */
export const offerParts: OfferParts = { getSwapDetails, SwapDetailList }
