import {
  isLatchkeyError,
  type ModalState,
  type SwapDetails,
  type SwapError,
  type SwapIssue,
  type SwapOffer,
  type SwapState,
} from '@latchkey/core'
import { goBack, replace, showToast } from '@latchkey/core/controllers/shell'
import {
  approveSwap,
  getRoute,
  getSwapDetails,
  getSwapIssue,
  hasUncertainTransfer,
  isReadingApproval,
  retrySwap,
  sendSwap,
} from '@latchkey/core/internal'
import { type ReactElement, useEffect, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toUsd } from '../../i18n/amounts.js'
import type { Translate } from '../../i18n/translate.js'
import { Status } from '../../primitives/Status.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { Empty } from '../../primitives/ViewStates.js'
import type { UiModal } from '../../uiModal.js'
import { EarlierTransfer } from '../send/EarlierTransfer.js'
import { swapTexts } from './messages.js'
import { SwapDetailList } from './SwapDetailList.js'
import { SwapProgress } from './SwapProgress.js'
import { toShortAmount, toSwapErrorKey, useSwap } from './useSwap.js'

const selectDetails = (state: ModalState): SwapDetails | undefined => getSwapDetails(state)
const selectUncertain = (state: ModalState): boolean =>
  state.swap !== undefined && hasUncertainTransfer(state, { ...state.swap, namespace: 'eip155' })

const selectIssue = (state: ModalState): SwapIssue | undefined => getSwapIssue(state)

/** The review of a swap. The wallet first approves the token if needed, then swaps. */
export function SwapPreviewView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapTexts)
  const swap = useSwap()
  const details = useModalState(selectDetails)
  const issue = useModalState(selectIssue)
  const isUncertain = useModalState(selectUncertain)
  const offer = swap && 'offer' in swap.quote ? swap.quote.offer : undefined
  const isBlocked = swap?.step !== 'form' || issue !== undefined || isUncertain || isReadingApproval(swap)
  const seen = useSeenOffer(isBlocked ? undefined : offer)
  if (swap && swap.step !== 'form') return <SwapProgress swap={swap} />
  if (swap?.error && swap.list === 'ready') return <SwapFailure swap={swap} error={swap.error} />
  if (!swap?.from || !swap.to || !details || !offer)
    return (
      <div className="body">
        {issue?.kind === 'failed' ? (
          <Empty icon="warning" title={t(toSwapErrorKey(issue.error.code))} text={t('swapUnchanged')} />
        ) : (
          <Empty icon="info" title={t('swapNothing')} text={t('swapNothingText')} />
        )}
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="button"
          onClick={() => replace(modal, { view: 'Swap', params: undefined })}
        >
          {t('swapBack')}
        </button>
      </div>
    )
  const { symbol } = swap.from
  const onClick = (): void => {
    if (seen) void runSwapStep(modal, t, seen)
  }
  return (
    <div className="body swap">
      <Parties swap={swap} details={details} />
      <SwapDetailList swap={swap} isReview />
      <EarlierTransfer sender={{ ...swap, namespace: 'eip155' }} />
      {offer.needsApproval && <p className="muted">{t('swapApproveText', { token: symbol })}</p>}
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="button"
        aria-disabled={isBlocked || undefined}
        onClick={onClick}
      >
        {offer.needsApproval ? t('swapApprove', { token: symbol }) : t('swapSend')}
      </button>
    </div>
  )
}

/** Milliseconds for which a click still counts for the offer that was shown before. */
const readingTime = 1_000

/** The offer that a click agrees to: a new one counts only once the user could read it. Undefined while there is none to agree to. */
function useSeenOffer(offer: SwapOffer | undefined): SwapOffer | undefined {
  const { modal } = useShell()
  const [seen, setSeen] = useState(offer)
  useEffect(() => {
    if (offer && seen) return modal.env.setTimeout(() => setSeen(offer), readingTime)
    setSeen(offer)
    return undefined
  }, [modal, offer, seen])
  return offer && (seen ?? offer)
}

/** Both sides of the swap. */
function Parties({ swap, details }: { readonly swap: SwapState; readonly details: SwapDetails }): ReactElement {
  const t = useTexts(swapTexts)
  const locale = useLocale()
  const sides = [
    { label: t('swapPay'), token: swap.from, amount: details.fromAmount, value: details.fromValue },
    { label: t('swapReceive'), token: swap.to, amount: details.toAmount, value: details.toValue },
  ]
  return (
    <ul className="list" aria-label={t('swapTitle')}>
      {sides.map(({ label, token, amount, value }) => (
        <li className="row swap-party" part="row" key={label}>
          <TokenTile token={token} />
          <span className="t">
            <small>{label}</small>
            <b>
              <bdi>
                {toShortAmount(amount, locale)} {token?.symbol}
              </bdi>
            </b>
          </span>
          <bdi className="muted">{value !== undefined && toUsd(value.toFixed(2), locale)}</bdi>
        </li>
      ))}
    </ul>
  )
}

type SwapFailureProps = { readonly swap: SwapState; readonly error: SwapError }

/** Why nothing was swapped, with a retry, which reviews a new price first; after a swap that isn't safe, the way back. */
function SwapFailure({ swap: { quote, to }, error }: SwapFailureProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapTexts)
  const issue = useModalState(selectIssue)
  const offer = 'offer' in quote ? quote.offer : undefined
  const [failed] = useState(offer)
  const goToForm = (): void => {
    void retrySwap(modal)
    goBack(modal)
  }
  const retry = (): void => {
    // a new price has to be reviewed
    const isReviewed = error.code !== 'PRICE_CHANGED' && offer === failed
    if (offer && isReviewed && !issue) void runSwapStep(modal, t, offer)
    else void retrySwap(modal)
  }
  return (
    <Status
      kind="failed"
      mark={<TokenTile token={to} />}
      title={t(toSwapErrorKey(error.code))}
      text={t('swapRefusedText')}
      {...(error.code === 'SWAP_UNSAFE'
        ? { primary: { text: t('swapBack'), onClick: goToForm } }
        : {
            primary: { text: t('tryAgain'), onClick: retry },
            secondary: { text: t('cancel'), onClick: goToForm },
          })}
    />
  )
}

/** Approves the token, or swaps, for an offer that the user saw. On failure the view shows why; a notice does if it was left. Never rejects. */
async function runSwapStep(modal: UiModal, t: Translate<keyof typeof swapTexts>, offer: SwapOffer): Promise<void> {
  try {
    await (offer.needsApproval ? approveSwap(modal, offer) : sendSwap(modal, offer))
  } catch (cause) {
    const state = modal.getState()
    if (state.modal.open && getRoute(state).view === 'SwapPreview') return
    const key = toSwapErrorKey(isLatchkeyError(cause) ? cause.code : 'CONNECTOR_FAILED')
    showToast(modal, { variant: 'error', message: { text: t(key) } })
  }
}
