import type { ModalState, OnRampState } from '@latchkey/core'
import { getPaymentMethods, getPurchaseNetwork } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useCurrencyImage } from '../../hooks/useImage.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useLocale, useTexts } from '../../hooks/useShell.js'
import { toMoneyText } from '../../i18n/amounts.js'
import { Icon } from '../../primitives/Icon.js'
import { onrampTexts } from './messages.js'

/** The details of an offer: network, provider, payment methods and fees. */
export function QuoteDetails({ onramp }: { readonly onramp: OnRampState }): ReactElement | null {
  const t = useTexts(onrampTexts)
  const locale = useLocale()
  const { quote, selectedProvider, purchaseCurrency, isSample } = onramp
  const network = useModalState(
    useCallback((state: ModalState) => getPurchaseNetwork(state, purchaseCurrency)?.network.name, [purchaseCurrency]),
  )
  if (!quote) return null
  const methods = getPaymentMethods(onramp).methods.map((id) =>
    id === 'card' || id === 'ach_bank_account' ? t(`method_${id}`) : id,
  )
  const { networkFee, providerFee = quote.coinbaseFee, paymentTotal } = quote
  const lines: readonly (readonly [string, string | undefined])[] = [
    [t('amountProvider'), isSample ? undefined : selectedProvider?.label],
    [t('amountNetwork'), network],
    [t('amountMethods'), methods.join(', ')],
    [t('amountProviderFee'), providerFee && toMoneyText(providerFee.amount, providerFee.currency, locale)],
    [t('amountFee'), networkFee && toMoneyText(networkFee.amount, networkFee.currency, locale)],
    [t('amountTotal'), paymentTotal && toMoneyText(paymentTotal.amount, paymentTotal.currency, locale)],
  ]
  return (
    <dl className="terms">
      {lines.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}

type CurrencyPillProps = {
  readonly kind: 'token' | 'currency'
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly id: string; readonly text: string; readonly title?: string | undefined }[]
  readonly onChange: (id: string) => void
}

/** Selects a currency with the native control, which works well on phones and with screen readers. */
export function CurrencyPill({ kind, label, value, options, onChange }: CurrencyPillProps): ReactElement {
  const chosen = options.find(({ id }) => id === value)?.text ?? value
  const { src } = useCurrencyImage({ kind, id: chosen })
  return (
    <span className="currency">
      {src && <img src={src} alt="" width="20" height="20" draggable={false} />}
      <span aria-hidden="true">{chosen}</span>
      <Icon name="down" />
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        {options.map(({ id, text, title = text }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </span>
  )
}
