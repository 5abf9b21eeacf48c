import type { ReactElement } from 'react'
import { holdingTexts } from '../../../i18n/messages/holdings.js'
import { useTexts } from '../../../i18n/useTexts.js'

/** Stands in for a list that is on its way. */
export function Bones(): ReactElement {
  const t = useTexts(holdingTexts)
  return (
    <div className="list" role="status" aria-busy="true">
      <span className="sr">{t('holdingsLoading')}</span>
      <span className="bone" />
      <span className="bone" />
      <span className="bone" />
    </div>
  )
}
