import type { AskError } from '@latchkey/core'
import type { ReactElement } from 'react'
import { frameTexts } from '../../i18n/messages/frame.js'
import { settingsTexts } from '../../i18n/messages/settings.js'
import { useTexts } from '../../i18n/useTexts.js'

/** Says why the account was not switched, and which one is used now. [S4.14] */
export function TypeFailure({ error }: { readonly error: AskError | undefined }): ReactElement {
  const t = useTexts(settingsTexts)
  const toReason = ({ code, message }: AskError): string => {
    if (code === 'FRAME_FAILED') return message
    return isFrameKey(code) || code === 'WALLET_FROZEN' ? t(code) : ''
  }
  return (
    <div className="fault" role="alert" dir="auto">
      {error && (
        <>
          <b>{t('typeFailed')}</b>
          <p>{toReason(error)}</p>
          <p>{t('typeFallback')}</p>
        </>
      )}
    </div>
  )
}

function isFrameKey(key: string): key is keyof typeof frameTexts {
  return Object.hasOwn(frameTexts, key)
}
