import { getSwapDetails, getSwapIssue } from '@latchkey/core/internal'
import { toUsd } from '../../i18n/toUsd.js'
import { SwapDetailList } from './SwapDetailList.js'
import { SwapIssueText } from './SwapIssueText.js'

export type OfferParts = {
  readonly getSwapDetails: typeof getSwapDetails
  readonly getSwapIssue: typeof getSwapIssue
  readonly SwapDetailList: typeof SwapDetailList
  readonly SwapIssueText: typeof SwapIssueText
  readonly toUsd: typeof toUsd
}

/** What shows an offer, or why there is none: nobody has one before an amount is typed. */
export const offerParts: OfferParts = { getSwapDetails, getSwapIssue, SwapDetailList, SwapIssueText, toUsd }
