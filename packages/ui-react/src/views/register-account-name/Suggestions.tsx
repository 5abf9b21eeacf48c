import type { NameSuggestion } from '@latchkey/core'
import { type ReactElement, useId } from 'react'
import { nameTexts } from '../../i18n/messages/names.js'
import { useTexts } from '../../i18n/useTexts.js'

export type SuggestionsProps = {
  readonly suggestions: readonly NameSuggestion[]
  /** Without the zone that stands behind it. */
  readonly onChoose: (name: string) => void
}

/** Names like the one that is wanted, which nobody has. */
export function Suggestions({ suggestions, onChoose }: SuggestionsProps): ReactElement | null {
  const t = useTexts(nameTexts)
  const id = useId()
  if (suggestions.length === 0) return null
  return (
    <section className="free">
      <h3 className="group" id={id}>
        {t('nameOthers')}
      </h3>
      <ul aria-labelledby={id}>
        {suggestions.map(({ name }) => (
          <li key={name}>
            <button type="button" onClick={() => onChoose(name.split('.')[0] ?? name)}>
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
