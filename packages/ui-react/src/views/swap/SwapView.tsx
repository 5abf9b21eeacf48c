import type { ModalState, SwapDetails, SwapIssue, SwapState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers'
import { type ComponentType, type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { useTexts } from '../../i18n/useTexts.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { loadOfferParts } from './loadSwapParts.js'
import type { OfferParts } from './offerParts.js'
import { SwapFields } from './SwapFields.js'
import { SwapStandIn } from './SwapStandIn.js'
import styles from './SwapView.css'
import { useSwap } from './useSwap.js'
import { useSwapPart } from './useSwapPart.js'

export { SwapView as View, styles }

export const Title: ComponentType = () => useTexts(swapTexts)('swapTitle')

const waiting: SwapIssue = { kind: 'waiting' }

/** What to swap for what, at the price of now. [S2.2] */
export function SwapView({ params }: ViewProps<'Swap'>): ReactElement {
  const swap = useSwap(params)
  // what shows an offer is there by the time that it is
  const isTyped = swap !== undefined && swap.amount !== ''
  const parts = useSwapPart(loadOfferParts, isTyped)
  const details = useModalState(
    useCallback((state: ModalState): SwapDetails | undefined => parts?.getSwapDetails(state), [parts]),
  )
  return (
    <div className="body swap">
      {swap?.list === 'ready' ? (
        <>
          <SwapFields swap={swap} details={details} parts={parts} />
          {parts && <parts.SwapDetailList swap={swap} />}
          <ReviewButton swap={swap} parts={parts} isShown={details !== undefined} />
        </>
      ) : (
        <SwapStandIn swap={swap} />
      )}
    </div>
  )
}

type ReviewButtonProps = {
  readonly swap: SwapState
  /** What shows the offer, once an amount is typed. */
  readonly parts: OfferParts | undefined
  /** Whether the visitor sees the offer. */
  readonly isShown: boolean
}

/** Leads on, or says the first thing that is missing. */
function ReviewButton({ swap, parts, isShown }: ReviewButtonProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(swapTexts)
  const found = useModalState(
    useCallback((state: ModalState): SwapIssue | undefined => parts?.getSwapIssue(state), [parts]),
  )
  const issue = found ?? (isShown ? undefined : waiting)
  const missing = !swap.from || !swap.to ? 'noToken' : swap.amount === '' ? 'noAmount' : 'waiting'
  return (
    <button
      className="btn"
      part="button primary"
      data-kind="primary"
      type="button"
      // stays reachable, so that its words can be read
      aria-disabled={issue ? true : undefined}
      aria-live="polite"
      onPointerOver={() => prepareView('SwapPreview')}
      onClick={() => issue || push(modal, { view: 'SwapPreview', params: undefined })}
    >
      {parts ? <parts.SwapIssueText swap={swap} issue={issue} /> : t(`swapIssue_${missing}`)}
    </button>
  )
}
