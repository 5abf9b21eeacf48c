import type { ReactElement } from 'react'
import { holdingTexts } from '../../i18n/messages/holdings.js'
import { toUsd } from '../../i18n/toUsd.js'
import { useLocale } from '../../i18n/useLocale.js'
import { useTexts } from '../../i18n/useTexts.js'
import { toAmountParts } from './toAmountParts.js'

/** What all tokens are worth, in US dollars. */
export function TotalText({ total }: { readonly total: string }): ReactElement {
  const t = useTexts(holdingTexts)
  const [before, whole, fraction, after] = toAmountParts(toUsd(total, useLocale()))
  return (
    <p className="balance">
      <span className="sr">{t('totalLabel')} </span>
      <bdi>
        {before && <span className="symbol">{before}</span>}
        {whole}
        <span className="fraction">{fraction}</span>
        {after && <span className="symbol">{after}</span>}
      </bdi>
    </p>
  )
}
