import type { ModalState, SwapDetails, SwapState } from '@latchkey/core'
import { flipSwap, getSwapHolding, setSwapAmount } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { swapTexts } from '../../i18n/messages/swap.js'
import { toNumberText } from '../../i18n/toNumberText.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useShell } from '../../router/ShellContext.js'
import { FlipIcon } from './FlipIcon.js'
import type { OfferParts } from './offerParts.js'
import { SwapSideField } from './SwapSideField.js'
import { toShortAmount } from './toShortAmount.js'

const selectBalance = (state: ModalState): string | undefined => {
  const from = state.swap?.from
  return from && getSwapHolding(state, from)
}

export type SwapFieldsProps = {
  readonly swap: SwapState
  /** Of the offer, once there is one. */
  readonly details: SwapDetails | undefined
  /** What shows the offer. */
  readonly parts: OfferParts | undefined
}

/** What is given and what comes for it. */
export function SwapFields({ swap, details, parts }: SwapFieldsProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapTexts)
  const locale = useLocale()
  const balance = useModalState(selectBalance)
  const { from, to, amount, quote } = swap
  const toWorth = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : parts?.toUsd(value.toFixed(2), locale)
  return (
    <div className="swap-sides">
      <SwapSideField
        side="from"
        token={from}
        value={toWorth(details?.fromValue)}
        amount={
          <input
            part="input"
            className="swap-amount"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            maxLength={80}
            aria-label={t('swapAmount')}
            value={amount}
            onChange={(event) => setSwapAmount(modal, event.target.value)}
          />
        }
        balance={
          balance !== undefined && (
            <button
              className="swap-max"
              type="button"
              aria-label={t('swapBalanceMax', { amount: toNumberText(balance, locale) })}
              onClick={() => setSwapAmount(modal, balance)}
            >
              {t('swapBalance', { amount: toShortAmount(balance, locale) })} <b>{t('swapMax')}</b>
            </button>
          )
        }
      />
      <button className="swap-flip" type="button" aria-label={t('swapFlip')} onClick={() => flipSwap(modal)}>
        <FlipIcon />
      </button>
      <SwapSideField
        side="to"
        token={to}
        value={toWorth(details?.toValue)}
        amount={
          <output className="swap-amount" aria-label={t('swapReceive')} aria-busy={quote.status === 'loading'}>
            {details ? toShortAmount(details.toAmount, locale) : '0'}
          </output>
        }
      />
    </div>
  )
}
