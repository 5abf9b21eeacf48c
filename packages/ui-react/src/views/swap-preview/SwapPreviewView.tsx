import { loadModule, type ModalState, type SwapDetails, type SwapIssue, type SwapState } from '@latchkey/core'
import { replace } from '@latchkey/core/controllers'
import { getSwapDetails, getSwapIssue, hasUncertainTransfer } from '@latchkey/core/internal'
import { type ComponentType, type ReactElement, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { swapFaultTexts } from '../../i18n/messages/swapFaults.js'
import { swapOfferTexts } from '../../i18n/messages/swapOffer.js'
import { toUsd } from '../../i18n/toUsd.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import earlierStyles from '../../primitives/EarlierTransfer/EarlierTransfer.css'
import { EarlierTransfer } from '../../primitives/EarlierTransfer/EarlierTransfer.js'
import { Empty } from '../../primitives/Empty/Empty.js'
import statusStyles from '../../primitives/Status/Status.css'
import { Tile } from '../../primitives/Tile/Tile.js'
import { useShell } from '../../router/ShellContext.js'
import { SwapDetailList } from '../swap/SwapDetailList.js'
import swapStyles from '../swap/SwapView.css'
import { toShortAmount } from '../swap/toShortAmount.js'
import { toSwapFaultKey } from '../swap/toSwapFaultKey.js'
import { useSwap } from '../swap/useSwap.js'
import ownStyles from './SwapPreviewView.css'
import { SwapProgress } from './SwapProgress.js'

export { SwapPreviewView as View }

const texts = { ...swapTexts, ...swapFaultTexts, ...swapOfferTexts } as const

export const styles: string = earlierStyles + statusStyles + swapStyles + ownStyles

export const Title: ComponentType = () => useTexts(swapOfferTexts)('swapPreviewTitle')

const load = () => loadModule(() => import('./swapSteps.js'))
const selectDetails = (state: ModalState): SwapDetails | undefined => getSwapDetails(state)
const selectUncertain = (state: ModalState): boolean =>
  state.swap !== undefined && hasUncertainTransfer(state, { ...state.swap, namespace: 'eip155' })
const selectIssue = (state: ModalState): SwapIssue | undefined => getSwapIssue(state)

/** What will be swapped, before the wallet is asked: first to approve the token where it has to be, then to swap. */
export function SwapPreviewView(): ReactElement {
  const { modal } = useShell()
  const t = useTexts(texts)
  const swap = useSwap()
  const details = useModalState(selectDetails)
  const issue = useModalState(selectIssue)
  const isUncertain = useModalState(selectUncertain)
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  if (failure) throw failure.cause // the boundary says so and offers to try again
  const offer = swap && 'offer' in swap.quote ? swap.quote.offer : undefined
  if (swap && swap.step !== 'form')
    return (
      <div className="body">
        <SwapProgress swap={swap} />
      </div>
    )
  if (!swap?.from || !swap.to || !details || !offer)
    return (
      <div className="body">
        {issue?.kind === 'failed' ? (
          <Empty icon="warning" title={t(toSwapFaultKey(issue.error.code))} text={t('swapUnchanged')} />
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
  const press = (): void => {
    if (issue || isUncertain) return
    load().then(
      ({ swapSteps }) => (offer.needsApproval ? swapSteps.approve(modal, t) : swapSteps.send(modal, t)),
      (cause: unknown) => setFailure({ cause }),
    )
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
        aria-disabled={issue || isUncertain ? true : undefined}
        onPointerOver={prepare}
        onFocus={prepare}
        onClick={press}
      >
        {offer.needsApproval ? t('swapApprove', { token: symbol }) : t('swapSend')}
      </button>
    </div>
  )
}

/** What asks the wallet is there by the time of the press; a failure is told by that. */
function prepare(): void {
  load().catch(() => undefined)
}

/** Both sides in large. */
function Parties({ swap, details }: { readonly swap: SwapState; readonly details: SwapDetails }): ReactElement {
  const t = useTexts(texts)
  const locale = useLocale()
  const sides = [
    { label: t('swapPay'), token: swap.from, amount: details.fromAmount, value: details.fromValue },
    { label: t('swapReceive'), token: swap.to, amount: details.toAmount, value: details.toValue },
  ]
  return (
    <ul className="list">
      {sides.map(({ label, token, amount, value }) => (
        <li className="row swap-party" part="row" key={label}>
          <Tile name={token?.symbol ?? ''} src={token?.iconUrl} round />
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
