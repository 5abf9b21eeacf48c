import type { Network, PayOption, PayState } from '@latchkey/core'
import type { ReactElement } from 'react'
import { payTexts } from '../../i18n/messages/pay.js'
import { toFeeText } from '../../i18n/toFeeText.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { type Fact, Facts } from '../../primitives/Facts/Facts.js'

export type PayFactsProps = {
  readonly pay: PayState
  readonly option: PayOption
  readonly network: Network | undefined
  /** The account that pays, once one is connected. */
  readonly from: string | undefined
}

/** Who pays whom, where, and at what cost. */
export function PayFacts({ pay, option, network, from }: PayFactsProps): ReactElement {
  const t = useTexts(payTexts)
  const locale = useLocale()
  const { fee } = pay
  const native = network?.nativeCurrency
  const toFee = (): string => {
    if (fee.status === 'ready' && native)
      return t('payFeeAtMost', { amount: toFeeText(fee.value, native.decimals, locale), symbol: native.symbol })
    return t(fee.status === 'failed' ? 'payFeeUnknown' : 'payFeeLoading')
  }
  const facts: readonly Fact[] = [
    ...(from === undefined ? [] : [{ name: t('payFrom'), value: from, isAddress: true }]),
    { name: t('payTo'), value: option.recipient, isAddress: true },
    { name: t('payNetwork'), value: network?.name ?? option.token.caipNetworkId },
    ...(from === undefined ? [] : [{ name: t('payFee'), value: toFee() }]),
  ]
  return <Facts facts={facts} />
}
