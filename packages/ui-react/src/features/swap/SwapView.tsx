import { getConnection, type ModalState, type SwapDetails, type SwapIssue, type SwapState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { getSwapDetails, getSwapIssue, loadSwap, retrySwap } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Empty } from '../../primitives/ViewStates.js'
import { swapTexts } from './messages.js'
import { SwapDetailList } from './SwapDetailList.js'
import { SwapFields } from './SwapFields.js'
import { SwapProgress } from './SwapProgress.js'
import { toSwapErrorKey, useSwap } from './useSwap.js'

const selectDetails = (state: ModalState): SwapDetails | undefined => getSwapDetails(state)
const selectIssue = (state: ModalState): SwapIssue | undefined => getSwapIssue(state)

const waiting: SwapIssue = { kind: 'waiting' }

/** The form of a swap, at the current price; the progress of one that was sent. [S2.2] */
export function SwapView({ params }: ViewProps<'Swap'>): ReactElement {
  const swap = useSwap(params)
  const offered = useModalState(selectDetails)
  const details = swap?.amount ? offered : undefined
  // the view was opened again, or returned to, meanwhile
  if (swap && swap.step !== 'form') return <SwapProgress swap={swap} />
  return (
    <div className="body swap">
      {swap?.list === 'ready' ? (
        <>
          <SwapFields swap={swap} details={details} />
          {swap.amount !== '' && <SwapDetailList swap={swap} />}
          <ReviewButton swap={swap} isShown={details !== undefined} />
        </>
      ) : (
        <SwapPlaceholder swap={swap} />
      )}
    </div>
  )
}

const selectIsDisconnected = (state: ModalState): boolean => getConnection(state, 'eip155') === undefined

/** Shown while the tokens are loading, or if there are none. */
export function SwapPlaceholder({ swap }: { readonly swap: SwapState | undefined }): ReactElement {
  const t = useTexts(swapTexts)
  const isDisconnected = useModalState(selectIsDisconnected)
  if (isDisconnected || swap?.list === 'failed') return <SwapUnavailable swap={swap} />
  return (
    <div className="list">
      <span className="sr" role="status">
        {t('swapLoading')}
      </span>
      <span className="bone swap-bone" />
      <span className="bone swap-bone" />
    </div>
  )
}

type ReviewButtonProps = {
  readonly swap: SwapState
  /** Whether the offer is shown. */
  readonly isShown: boolean
}

/** Opens the preview, or names the first missing input. */
function ReviewButton({ swap, isShown }: ReviewButtonProps): ReactElement {
  const { modal, prepareView } = useShell()
  const issue = useModalState(selectIssue) ?? (isShown ? undefined : waiting)
  return (
    <button
      className="btn"
      part="button primary"
      data-kind="primary"
      type="button"
      // stays focusable, so that its label can be read
      aria-disabled={issue ? true : undefined}
      aria-live="polite"
      onPointerOver={() => prepareView('SwapPreview')}
      onClick={() => {
        if (issue) return
        // the review of a swap that failed is a new one
        if (swap.error) void retrySwap(modal)
        push(modal, { view: 'SwapPreview', params: undefined })
      }}
    >
      <SwapIssueText swap={swap} issue={issue} />
    </button>
  )
}

/** Shown if no wallet is connected, or the tokens could not be loaded. */
function SwapUnavailable({ swap }: { readonly swap: SwapState | undefined }): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapTexts)
  if (!swap)
    return (
      <div className="list">
        <Empty icon="wallet" title={t('swapNotConnected')} text={t('swapNotConnectedText')} />
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          onClick={() => push(modal, { view: 'Connect', params: { namespace: 'eip155' } })}
        >
          {t('buttonConnect')}
        </button>
      </div>
    )
  const code = swap.error?.code ?? 'CONNECTOR_FAILED'
  const isHere = code === 'SWAP_NOT_SUPPORTED' || code === 'GAS_PRICE_NOT_SUPPORTED'
  return (
    <div className="list" role="alert">
      <Empty icon="warning" title={t(toSwapErrorKey(code))} text={isHere ? undefined : t('swapUnchanged')} />
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        onClick={() => (isHere ? push(modal, { view: 'Networks', params: undefined }) : void loadSwap(modal))}
      >
        {t(isHere ? 'swapNetworks' : 'tryAgain')}
      </button>
    </div>
  )
}

type SwapIssueTextProps = { readonly swap: SwapState; readonly issue: SwapIssue | undefined }

/** The label of the button of the form. */
function SwapIssueText({ swap, issue }: SwapIssueTextProps): string {
  const t = useTexts(swapTexts)
  if (!issue) return t('swapReview')
  if (issue.kind === 'failed') return t(toSwapErrorKey(issue.error.code))
  return t(`swapIssue_${issue.kind}`, { token: swap.tokens.find(({ address }) => address === undefined)?.symbol ?? '' })
}
