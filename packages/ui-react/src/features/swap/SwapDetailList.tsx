import type { ModalState, SwapDetails, SwapState, SwapToken } from '@latchkey/core'
import { getSwapDetails, swapLimits } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useTexts } from '../../hooks/useShell.js'
import { toPercentText, toUsd } from '../../i18n/amounts.js'
import { AddressText } from '../../primitives/AddressText.js'
import { swapTexts } from './messages.js'
import { toShortAmount } from './useSwap.js'

const selectDetails = (state: ModalState): SwapDetails | undefined => getSwapDetails(state)

type SwapDetailListProps = {
  readonly swap: SwapState
  /** Also shows the router contract. */
  readonly isReview?: boolean | undefined
}

/** The details of an offer: rate, price impact, slippage, minimum received and network fee. */
export function SwapDetailList({ swap, isReview }: SwapDetailListProps): ReactElement | null {
  const details = useModalState(selectDetails)
  const { from, to } = swap
  return details && from && to ? <Details swap={{ ...swap, from, to }} details={details} isReview={isReview} /> : null
}

type DetailsProps = {
  readonly swap: SwapState & { readonly from: SwapToken; readonly to: SwapToken }
  readonly details: SwapDetails
  readonly isReview: boolean | undefined
}

function Details({ swap, details, isReview }: DetailsProps): ReactElement {
  const t = useTexts(swapTexts)
  const locale = useLocale()
  const { from, to, quote } = swap
  const { rate, impact, minimum, router, cost, costValue } = details
  const native = swap.tokens.find(({ address }) => address === undefined)
  const isHigh = impact !== undefined && impact >= swapLimits.impact
  const isReduced = 'offer' in quote && quote.offer?.isReduced
  const rateText = new Intl.NumberFormat(locale ?? 'en', { maximumSignificantDigits: 6 }).format(rate)
  return (
    <>
      <dl className="swap-details">
        <dt>{t('swapRate')}</dt>
        <dd>
          <bdi>{t('swapRateValue', { from: from.symbol, rate: rateText, to: to.symbol })}</bdi>
        </dd>
        <dt>{t('swapImpact')}</dt>
        <dd data-tone={isHigh ? 'bad' : undefined}>
          <bdi>{impact === undefined ? t('swapUnknown') : toPercentText(impact.toFixed(2), locale)}</bdi>
        </dd>
        <dt>{t('swapSlippage')}</dt>
        <dd>
          <bdi>{toPercentText(swapLimits.slippage.toFixed(2), locale)}</bdi>
        </dd>
        <dt>{t('swapMinimum')}</dt>
        <dd>
          <bdi>
            {toShortAmount(minimum, locale)} {to.symbol}
          </bdi>
        </dd>
        {isReview && <dt>{t('swapRouter')}</dt>}
        {isReview && (
          <dd>
            <AddressText address={router.address} />
          </dd>
        )}
        <dt>{t('swapCost')}</dt>
        <dd>
          <bdi>{cost === undefined ? t('swapUnknown') : `${toShortAmount(cost, locale)} ${native?.symbol ?? ''}`}</bdi>
          {costValue !== undefined && ' '}
          {costValue !== undefined && <bdi className="muted">({toUsd(costValue.toFixed(2), locale)})</bdi>}
        </dd>
      </dl>
      {isHigh && (
        <p className="swap-warning" role="alert">
          {t('swapImpactHigh', { impact: toPercentText(impact.toFixed(1), locale) })}
        </p>
      )}
      {isReview && !router.isPinned && <p className="swap-warning">{t('swapRouterUnknown')}</p>}
      {isReduced && <p className="muted">{t('swapReduced', { token: from.symbol })}</p>}
    </>
  )
}
