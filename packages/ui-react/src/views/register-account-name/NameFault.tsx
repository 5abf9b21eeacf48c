import type { NameError } from '@latchkey/core'
import type { ReactElement } from 'react'
import { nameTexts } from '../../i18n/messages/names.js'
import { useTexts } from '../../i18n/useTexts.js'

export type NameFaultProps = {
  readonly error: NameError | undefined
  /** Asks once more whether the name is free, where that is what failed. */
  readonly onRetry: (() => void) | undefined
}

/** Why a name was not looked up, or not registered; what the service says of it, as text. */
export function NameFault({ error, onRetry }: NameFaultProps): ReactElement {
  const t = useTexts(nameTexts)
  const key = `name_${error?.code}`
  return (
    <>
      <div className="fault" role="alert" dir="auto">
        {error && (
          <>
            <p>{t(isNameKey(key) ? key : 'name_failed')}</p>
            {error.reasons?.map(({ name, description }) => (
              <p key={name + description}>{description}</p>
            ))}
          </>
        )}
      </div>
      {error && onRetry && (
        <button className="btn" part="button" type="button" onClick={onRetry}>
          {t('tryAgain')}
        </button>
      )}
    </>
  )
}

function isNameKey(key: string): key is keyof typeof nameTexts {
  return Object.hasOwn(nameTexts, key)
}
