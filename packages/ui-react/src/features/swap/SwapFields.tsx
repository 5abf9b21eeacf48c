import type { ModalState, SwapDetails, SwapSide, SwapState, SwapToken } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import { flipSwap, getSwapHolding, setSwapAmount } from '@latchkey/core/internal'
import type { ReactElement, ReactNode } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { onTypedAmount, toNumberText, toUsd } from '../../i18n/amounts.js'
import { Icon } from '../../primitives/Icon.js'
import { TokenTile } from '../../primitives/TokenTile.js'
import { swapTexts } from './messages.js'
import { toShortAmount } from './useSwap.js'

const selectBalance = (state: ModalState): string | undefined => {
  const from = state.swap?.from
  return from && getSwapHolding(state, from)
}

type SwapFieldsProps = {
  readonly swap: SwapState
  /** Of the offer, once there is one. */
  readonly details: SwapDetails | undefined
}

/** Both sides of the swap: the paid and the received token. */
export function SwapFields({ swap, details }: SwapFieldsProps): ReactElement {
  const { modal } = useShell()
  const t = useTexts(swapTexts)
  const locale = useLocale()
  const balance = useModalState(selectBalance)
  const { from, to, amount, quote } = swap
  const received = details ? toShortAmount(details.toAmount, locale) : '0'
  const toWorth = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : toUsd(value.toFixed(2), locale)
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
            {...onTypedAmount((typed) => setSwapAmount(modal, typed))}
          />
        }
        balance={
          balance !== undefined && (
            <span className="swap-have">
              <bdi title={toNumberText(balance, locale)}>
                {t('swapBalance', { amount: toShortAmount(balance, locale) })}
              </bdi>
              <button type="button" onClick={() => setSwapAmount(modal, balance)}>
                {t('swapMax')}
              </button>
            </span>
          )
        }
      />
      <button className="swap-flip" type="button" aria-label={t('swapFlip')} onClick={() => flipSwap(modal)}>
        <Icon name="swapVertical" />
      </button>
      <SwapSideField
        side="to"
        token={to}
        value={toWorth(details?.toValue)}
        amount={
          <output
            className="swap-amount"
            aria-label={t('swapReceive')}
            aria-busy={quote.status === 'loading'}
            data-long={received.length > 8 || undefined}
          >
            {received}
          </output>
        }
      />
    </div>
  )
}

type SwapSideFieldProps = {
  readonly side: SwapSide
  readonly token: SwapToken | undefined
  /** The field, or the output. */
  readonly amount: ReactNode
  /** The value of the amount. */
  readonly value: string | undefined
  /** At the end of the line below. */
  readonly balance?: ReactNode
}

/** One side of a swap: the amount, its token and its value. */
function SwapSideField({ side, token, amount, value, balance }: SwapSideFieldProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(swapTexts)
  const choose = (): void => push(modal, { view: 'SwapSelectToken', params: { side } })
  return (
    <div className="swap-side" part="field">
      <span className="muted">{t(side === 'from' ? 'swapPay' : 'swapReceive')}</span>
      <div className="swap-line">
        {amount}
        <button
          className="swap-token"
          type="button"
          onPointerOver={() => prepareView('SwapSelectToken')}
          onClick={choose}
        >
          {token && <TokenTile token={token} />}
          <bdi title={token?.name}>{token ? token.symbol : t('swapSelect')}</bdi>
          {token && <span className="sr">{t('swapChange')}</span>}
          <Icon name="down" />
        </button>
      </div>
      <div className="swap-line muted">
        <span>{value}</span>
        {balance}
      </div>
    </div>
  )
}
