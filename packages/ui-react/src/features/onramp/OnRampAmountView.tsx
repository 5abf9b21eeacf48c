import type { ModalState, OnRampState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import {
  canBuy,
  getPaymentMethods,
  setOnRampCurrency,
  setPaymentAmount,
  startOnRamp,
  startPurchase,
} from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, useCallback, useEffect, useId } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { readInView, useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { toMoneyText } from '../../i18n/amounts.js'
import { Empty, LoadingView } from '../../primitives/ViewStates.js'
import { onrampTexts } from './messages.js'
import { toBuyLabel, toOnRampErrorText } from './onrampText.js'
import { CurrencyPill, QuoteDetails } from './QuoteDetails.js'

const presets = ['100', '250', '500', '1000'] as const

const selectOnRamp = ({ onramp }: ModalState): OnRampState | undefined => onramp

/** The amount to buy, the asset, and the currency to pay with. */
export function OnRampAmountView(): ReactElement {
  const { modal, t: tShell } = useShell()
  const t = useTexts(onrampTexts)
  const locale = useLocale()
  const id = useId()
  const onramp = useModalState(selectOnRamp)
  const start = useCallback(() => readInView(modal, startOnRamp(modal)), [modal])
  useEffect(() => {
    // opened directly, or returned to from a purchase
    if (modal.getState().onramp?.step !== 'choosing') start()
  }, [modal, start])

  if (!onramp || (onramp.step === 'loading' && !onramp.error)) return <LoadingView />
  const { step, error, purchaseCurrencies, purchaseCurrency, paymentCurrencies, paymentCurrency } = onramp
  if (step === 'loading' || purchaseCurrencies.length === 0)
    return (
      <div className="body" role="alert">
        <Empty
          icon="warning"
          title={t(error ? 'buyFailed' : 'amountNothing')}
          text={error ? toOnRampErrorText(t, error) : t('providersNoneText')}
        />
        <button className="btn" part="button primary" data-kind="primary" type="button" onClick={start}>
          {tShell('tryAgain')}
        </button>
      </div>
    )
  const { paymentAmount = '', purchaseAmount, quotesLoading, selectedProvider, isSample } = onramp
  const { error: amountError } = getPaymentMethods(onramp)
  const isBad = amountError !== undefined && amountError !== 'empty'
  const isReady = canBuy(onramp)
  const needsProvider = !selectedProvider && amountError === undefined && !isSample
  const label = toBuyLabel(t, onramp, locale)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // the window must open during this click
    if (isReady) void startPurchase(modal)
    else if (needsProvider) push(modal, { view: 'OnRampProviders', params: undefined })
  }
  return (
    <form className="body buy" onSubmit={submit} noValidate>
      <div className="paybox" part="field" data-bad={isBad ? '' : undefined}>
        <label htmlFor={id}>{t('amountPay')}</label>
        <input
          part="input"
          id={id}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          placeholder="0"
          dir="ltr"
          aria-invalid={isBad || undefined}
          value={paymentAmount}
          onChange={(event) => setPaymentAmount(modal, event.target.value)}
        />
        <CurrencyPill
          kind="currency"
          label={t('amountPayWith')}
          value={paymentCurrency.id}
          options={paymentCurrencies.map(({ id }) => ({ id, text: id }))}
          onChange={(payment) => setOnRampCurrency(modal, { payment })}
        />
      </div>
      <fieldset className="presets">
        <legend className="sr">{t('amountPresets')}</legend>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={paymentAmount === preset}
            onClick={() => setPaymentAmount(modal, preset)}
          >
            <bdi>{toMoneyText(preset, paymentCurrency.id, locale)}</bdi>
          </button>
        ))}
      </fieldset>
      <div className="paybox" part="field">
        <span>{t('amountReceive')}</span>
        <output aria-busy={quotesLoading || undefined} data-none={purchaseAmount ? undefined : ''} dir="ltr">
          {purchaseAmount ? toMoneyText(purchaseAmount, '', locale) : '0'}
        </output>
        <CurrencyPill
          kind="token"
          label={t('amountReceiveWhat')}
          value={purchaseCurrency.id}
          options={purchaseCurrencies.map(({ id, symbol, name }) => ({
            id,
            text: symbol,
            title: `${symbol} · ${name}`,
          }))}
          onChange={(purchase) => setOnRampCurrency(modal, { purchase })}
        />
      </div>
      {isSample && (
        <div className="sample" role="note">
          <b>{t('sampleTitle')}</b>
          <p>{t('sampleText')}</p>
        </div>
      )}
      <QuoteDetails onramp={onramp} />
      <div className="fault" role="alert" dir="auto">
        {error && toOnRampErrorText(t, error)}
      </div>
      <button
        className="btn"
        part="button primary"
        data-kind="primary"
        type="submit"
        disabled={!isReady && !needsProvider}
      >
        {label}
      </button>
      <span className="sr" role="status">
        {quotesLoading ? t('amountLoading') : isBad ? label : ''}
      </span>
    </form>
  )
}
