import type { ModalState, SwapDetails, SwapState } from '@latchkey/core'
import { getSwapDetails, swapLimits } from '@latchkey/core/controllers'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { useTexts } from '../../i18n/useTexts.js'
import { toMoney } from './toMoney.js'
import { toShortAmount } from './toShortAmount.js'

const selectDetails = (state: ModalState): SwapDetails | undefined => getSwapDetails(state)

/** The numbers of an offer: rate, price impact, slippage and what it leaves, network fee. */
export function SwapDetailList({ swap }: { readonly swap: SwapState }): ReactElement | null {
  const t = useTexts(swapTexts)
  const details = useModalState(selectDetails)
  const { from, to, quote } = swap
  if (!details || !from || !to) return null
  const { rate, impact, minimum, cost, costValue } = details
  const native = swap.tokens.find(({ address }) => address === undefined)
  const isHigh = impact !== undefined && impact >= swapLimits.impact
  const isReduced = 'offer' in quote && quote.offer?.isReduced
  const rateText = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 6 }).format(rate)
  return (
    <>
      <dl className="swap-details">
        <dt>{t('swapRate')}</dt>
        <dd>
          <bdi>{t('swapRateValue', { from: from.symbol, rate: rateText, to: to.symbol })}</bdi>
        </dd>
        <dt>{t('swapImpact')}</dt>
        <dd data-tone={isHigh ? 'bad' : undefined}>
          <bdi>{impact === undefined ? t('swapUnknown') : `${impact.toFixed(2)} %`}</bdi>
        </dd>
        <dt>{t('swapSlippage')}</dt>
        <dd>
          <bdi>{swapLimits.slippage} %</bdi>
        </dd>
        <dt>{t('swapMinimum')}</dt>
        <dd>
          <bdi>
            {toShortAmount(minimum)} {to.symbol}
          </bdi>
        </dd>
        <dt>{t('swapCost')}</dt>
        <dd>
          <bdi>{cost === undefined ? t('swapUnknown') : `${toShortAmount(cost)} ${native?.symbol ?? ''}`}</bdi>
          {costValue !== undefined && <span className="muted"> {toMoney(costValue)}</span>}
        </dd>
      </dl>
      {isHigh && (
        <p className="swap-warning" role="alert">
          {t('swapImpactHigh', { impact: impact.toFixed(1) })}
        </p>
      )}
      {isReduced && <p className="muted">{t('swapReduced', { token: from.symbol })}</p>}
    </>
  )
}
