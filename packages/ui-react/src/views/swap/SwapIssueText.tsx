import type { SwapIssue, SwapState } from '@latchkey/core'
import { swapTexts } from '../../i18n/messages/swap.js'
import { swapFaultTexts } from '../../i18n/messages/swapFaults.js'
import { swapOfferTexts } from '../../i18n/messages/swapOffer.js'
import { useTexts } from '../../i18n/useTexts.js'
import { toSwapFaultKey } from './toSwapFaultKey.js'

const texts = { ...swapTexts, ...swapFaultTexts, ...swapOfferTexts } as const

export type SwapIssueTextProps = { readonly swap: SwapState; readonly issue: SwapIssue | undefined }

/** What the button of a form says in which an amount stands. */
export function SwapIssueText({ swap, issue }: SwapIssueTextProps): string {
  const t = useTexts(texts)
  if (!issue) return t('swapReview')
  if (issue.kind === 'failed') return t(toSwapFaultKey(issue.error.code))
  return t(`swapIssue_${issue.kind}`, { token: swap.tokens.find(({ address }) => address === undefined)?.symbol ?? '' })
}
