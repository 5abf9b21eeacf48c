import type { ModalState, SwapIssue, SwapState } from '@latchkey/core'
import { getSwapIssue, push } from '@latchkey/core/controllers'
import type { ComponentType, ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { useTexts } from '../../i18n/useTexts.js'
import { createTitle } from '../../router/createTitle.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'
import { SwapDetailList } from './SwapDetailList.js'
import { SwapFields } from './SwapFields.js'
import { SwapUnavailable } from './SwapUnavailable.js'
import styles from './SwapView.css'
import { toSwapFaultKey } from './toSwapFaultKey.js'
import { useSwap } from './useSwap.js'

export { styles }

export const Title: ComponentType = createTitle(swapTexts, 'swapTitle')

const selectIssue = (state: ModalState): SwapIssue | undefined => getSwapIssue(state)

/** What to swap for what, at the price of now. [S2.2] */
export function SwapView({ params }: ViewProps<'Swap'>): ReactElement {
  const swap = useSwap(params)
  return (
    <div className="body swap">
      {swap?.list === 'ready' ? (
        <>
          <SwapFields swap={swap} />
          <SwapDetailList swap={swap} />
          <ReviewButton swap={swap} />
        </>
      ) : (
        <SwapUnavailable swap={swap} />
      )}
    </div>
  )
}

/** Leads on, or says the first thing that is missing. */
function ReviewButton({ swap }: { readonly swap: SwapState }): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(swapTexts)
  const issue = useModalState(selectIssue)
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
