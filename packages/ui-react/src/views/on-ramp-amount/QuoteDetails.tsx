import type { ModalState, OnRampState } from '@latchkey/core'
import { getPaymentMethods, getPurchaseNetwork } from '@latchkey/core/internal'
import { type ReactElement, useCallback } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { amountTexts } from '../../i18n/messages/amount.js'
import { onrampTexts } from '../../i18n/messages/onramp.js'
import { toMoneyText } from '../../i18n/toMoneyText.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'

const texts = { ...onrampTexts, ...amountTexts } as const

/** What belongs to an offer: where it is delivered, by whom, how it is paid and what it costs. */
export function QuoteDetails({ onramp }: { readonly onramp: OnRampState }): ReactElement | null {
  const t = useTexts(texts)
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
