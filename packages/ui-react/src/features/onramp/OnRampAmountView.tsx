import { type CaipNetworkId, getCaipNetworkId, type ModalState, type OnRampState } from '@latchkey/core'
import { push } from '@latchkey/core/controllers/shell'
import {
  canBuy,
  getPaymentMethods,
  setOnRampCurrency,
  setPaymentAmount,
  setPurchaseAmount,
  startOnRamp,
  startPurchase,
} from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, type ReactNode, useCallback, useEffect, useId } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { readInView, useLocale, useShell, useTexts } from '../../hooks/useShell.js'
import { onTypedAmount, toMoneyText, toShortDecimal } from '../../i18n/amounts.js'
import { Empty, LoadingView } from '../../primitives/ViewStates.js'
import { onrampTexts } from './messages.js'
import { toBuyLabel, toOnRampErrorText } from './onrampText.js'
import { CurrencyPill, QuoteDetails } from './QuoteDetails.js'

const presets = ['100', '250', '500', '1000'] as const

const selectOnRamp = ({ onramp }: ModalState): OnRampState | undefined => onramp
const selectNetworkId = (state: ModalState): CaipNetworkId | undefined => getCaipNetworkId(state)

/** The amount to buy, the asset, and the currency to pay with. */
export function OnRampAmountView(): ReactElement {
  const { modal, t: tShell } = useShell()
  const t = useTexts(onrampTexts)
  const locale = useLocale()
  const onramp = useModalState(selectOnRamp)
  const start = useCallback(() => readInView(modal, startOnRamp(modal)), [modal])
  const caipNetworkId = useModalState(selectNetworkId)
  useEffect(() => {
    const listed = modal.getState().onramp
    // opened directly, or returned to from a purchase; another network has other currencies and prices
    if (listed?.step !== 'choosing' || listed.caipNetworkId !== caipNetworkId) start()
  }, [modal, start, caipNetworkId])

  if (!onramp || (onramp.step === 'loading' && !onramp.error)) return <LoadingView />
  const { step, error, quote, purchaseCurrencies, purchaseCurrency, paymentCurrencies, paymentCurrency } = onramp
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
  const { enteredAmount, paymentAmount = '', purchaseAmount = '', quotesLoading, selectedProvider, isSample } = onramp
  const { error: amountError } = getPaymentMethods(onramp)
  const isBad = amountError !== undefined && amountError !== 'empty'
  const badAmount = isBad ? (amountError === 'invalid' ? enteredAmount : 'payment') : undefined
  const isReady = canBuy(onramp)
  const needsProvider = !selectedProvider && amountError === undefined && !isSample
  const label = toBuyLabel(t, onramp, locale)
  const quoted = quote
    ? t('amountQuoted', {
        payment: toMoneyText(paymentAmount, paymentCurrency.id, locale),
        purchase: toMoneyText(purchaseAmount, purchaseCurrency.symbol, locale),
      })
    : ''
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // the window must open during this click
    if (isReady) void startPurchase(modal)
    else if (needsProvider) push(modal, { view: 'OnRampProviders', params: undefined })
  }
  return (
    <form className="body buy" onSubmit={submit} noValidate>
      <AmountField
        label={t('amountPay')}
        amount={enteredAmount === 'payment' ? paymentAmount : toShortDecimal(paymentAmount)}
        isBad={badAmount === 'payment'}
        isLoading={enteredAmount !== 'payment' && quotesLoading}
        onChange={(amount) => setPaymentAmount(modal, amount)}
      >
        <CurrencyPill
          kind="currency"
          label={t('amountPayWith')}
          value={paymentCurrency.id}
          options={paymentCurrencies.map(({ id }) => ({ id, text: id }))}
          onChange={(payment) => setOnRampCurrency(modal, { payment })}
        />
      </AmountField>
      <fieldset className="presets">
        <legend className="sr">{t('amountPresets')}</legend>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={enteredAmount === 'payment' && paymentAmount === preset}
            onClick={() => setPaymentAmount(modal, preset)}
          >
            <bdi>{toMoneyText(preset, paymentCurrency.id, locale)}</bdi>
          </button>
        ))}
      </fieldset>
      <AmountField
        label={t('amountReceive')}
        amount={enteredAmount === 'purchase' ? purchaseAmount : toShortDecimal(purchaseAmount)}
        isBad={badAmount === 'purchase'}
        isLoading={enteredAmount !== 'purchase' && quotesLoading}
        onChange={(amount) => setPurchaseAmount(modal, amount)}
      >
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
      </AmountField>
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
        {quotesLoading ? t('amountLoading') : isBad ? label : quoted}
      </span>
    </form>
  )
}

type AmountFieldProps = {
  readonly label: string
  readonly amount: string
  readonly isBad: boolean
  readonly isLoading: boolean
  readonly onChange: (amount: string) => void
  /** The choice of the currency. */
  readonly children: ReactNode
}

/** Either amount of the purchase. The user enters one of them; the quote fills in the other. */
function AmountField({ label, amount, isBad, isLoading, onChange, children }: AmountFieldProps): ReactElement {
  const id = useId()
  return (
    <div className="paybox" part="field" data-bad={isBad ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <input
        part="input"
        id={id}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        placeholder="0"
        dir="ltr"
        aria-invalid={isBad || undefined}
        aria-busy={isLoading || undefined}
        value={amount}
        {...onTypedAmount(onChange)}
      />
      {children}
    </div>
  )
}
