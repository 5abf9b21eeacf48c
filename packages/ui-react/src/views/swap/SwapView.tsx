import { loadModule, type ModalState, type SwapDetails, type SwapIssue, type SwapState } from '@latchkey/core'
import { getSwapIssue, push } from '@latchkey/core/controllers'
import { type ComponentType, type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { useTexts } from '../../i18n/useTexts.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { SwapFields } from './SwapFields.js'
import { SwapStandIn } from './SwapStandIn.js'
import styles from './SwapView.css'
import { toSwapFaultKey } from './toSwapFaultKey.js'
import { useSwap } from './useSwap.js'

export { SwapView as View, styles }

export const Title: ComponentType = () => useTexts(swapTexts)('swapTitle')

const selectIssue = (state: ModalState): SwapIssue | undefined => getSwapIssue(state)

const load = async () => (await loadModule(() => import('./later.js'))).loadOfferParts()
const waiting: SwapIssue = { kind: 'waiting' }

/** What to swap for what, at the price of now. [S2.2] */
export function SwapView({ params }: ViewProps<'Swap'>): ReactElement {
  const swap = useSwap(params)
  // what shows an offer is there by the time that it is
  const isTyped = swap !== undefined && swap.amount !== ''
  const parts = usePart(load, isTyped)
  const details = useModalState(
    useCallback((state: ModalState): SwapDetails | undefined => parts?.getSwapDetails(state), [parts]),
  )
  // the boundary of the view offers to try again
  if (parts === null) throw new Error('What shows the offer of a swap could not be loaded.')
  return (
    <div className="body swap">
      {swap?.list === 'ready' ? (
        <>
          <SwapFields swap={swap} details={details} />
          {parts && <parts.SwapDetailList swap={swap} />}
          <ReviewButton swap={swap} isShown={details !== undefined} />
        </>
      ) : (
        <SwapStandIn swap={swap} />
      )}
    </div>
  )
}

type ReviewButtonProps = {
  readonly swap: SwapState
  /** Whether the visitor sees the offer. */
  readonly isShown: boolean
}

/** Leads on, or says the first thing that is missing. */
function ReviewButton({ swap, isShown }: ReviewButtonProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(swapTexts)
  const issue = useModalState(selectIssue) ?? (isShown ? undefined : waiting)
  const native = swap.tokens.find(({ address }) => address === undefined)?.symbol ?? ''
  const text = !issue
    ? t('swapReview')
    : issue.kind === 'failed'
      ? t(toSwapFaultKey(issue.error.code))
      : t(`swapIssue_${issue.kind}`, { token: native })
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
      {text}
    </button>
  )
}
