import type { OnRampState } from '@latchkey/core'
import { getPaymentMethods } from '@latchkey/core/internal'
import type { amountTexts } from '../../i18n/messages/amount.js'
import { toMoneyText } from '../../i18n/toMoneyText.js'
import type { Translate } from '../../i18n/translate.js'

/** What the one button says: the first thing that is missing, else what it does. */
export function toBuyLabel(
  t: Translate<keyof typeof amountTexts>,
  onramp: OnRampState,
  locale?: string | undefined,
): string {
  const { fault, min = '', max = '' } = getPaymentMethods(onramp)
  const { paymentCurrency, quotesLoading, quote, isSample, selectedProvider, error } = onramp
  const currency = paymentCurrency.id
  if (fault === 'empty') return t('amountEmpty')
  if (fault === 'invalid') return t('amountInvalid')
  if (fault === 'tooSmall') return t('amountTooSmall', { amount: toMoneyText(min, currency, locale) })
  if (fault === 'tooLarge') return t('amountTooLarge', { amount: toMoneyText(max, currency, locale) })
  if (isSample && quote) return t('sampleButton')
  if (!selectedProvider) return t('amountChooseProvider')
  if (quotesLoading || (!quote && !error)) return t('amountLoading')
  return t('amountBuy', { provider: selectedProvider.label })
}
