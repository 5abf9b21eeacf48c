import type { OnRampError, OnRampState } from '@latchkey/core'
import { getPaymentMethods } from '@latchkey/core/internal'
import { toMoneyText } from '../../i18n/amounts.js'
import type { Translate } from '../../i18n/translate.js'
import { onrampTexts } from './messages.js'

/** The label of the button: the first missing input, else its action. */
export function toBuyLabel(
  t: Translate<keyof typeof onrampTexts>,
  onramp: OnRampState,
  locale?: string | undefined,
): string {
  const { error: amountError, min = '', max = '' } = getPaymentMethods(onramp)
  const { paymentCurrency, quotesLoading, quote, isSample, selectedProvider, error } = onramp
  const currency = paymentCurrency.id
  if (amountError === 'empty') return t('amountEmpty')
  if (amountError === 'invalid') return t('amountInvalid')
  if (amountError === 'tooSmall') return t('amountTooSmall', { amount: toMoneyText(min, currency, locale) })
  if (amountError === 'tooLarge') return t('amountTooLarge', { amount: toMoneyText(max, currency, locale) })
  if (isSample && quote) return t('sampleButton')
  if (!selectedProvider) return t('amountChooseProvider')
  if (quotesLoading || (!quote && !error)) return t('amountLoading')
  return t('amountBuy', { provider: selectedProvider.label })
}

/** The text of a failed purchase. The reason of the service comes first. */
export function toOnRampErrorText(t: Translate<keyof typeof onrampTexts>, { code, reason }: OnRampError): string {
  if (reason) return reason
  const key = `onramp_${code}`
  return t(isOnRampKey(key) ? key : 'onramp_failed')
}

function isOnRampKey(key: string): key is keyof typeof onrampTexts {
  return Object.hasOwn(onrampTexts, key)
}
