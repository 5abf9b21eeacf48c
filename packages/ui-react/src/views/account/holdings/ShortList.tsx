import { type ReactElement, type ReactNode, useState } from 'react'
import { holdingTexts } from '../../../i18n/messages/holdings.js'
import { useTexts } from '../../../i18n/useTexts.js'

export type ShortListProps = {
  readonly className: string
  /** List items, with keys. */
  readonly items: readonly ReactNode[]
  /** That many are shown until all are asked for. */
  readonly most: number
}

/** A list that leaves room for what comes after it. */
export function ShortList({ className, items, most }: ShortListProps): ReactElement {
  const t = useTexts(holdingTexts)
  const [isWhole, setWhole] = useState(false)
  const isCut = !isWhole && items.length > most
  return (
    <>
      <ul className={className}>{isCut ? items.slice(0, most) : items}</ul>
      {isCut && (
        <button className="btn" part="button" type="button" onClick={() => setWhole(true)}>
          {t('showAll', { count: String(items.length) })}
        </button>
      )}
    </>
  )
}
