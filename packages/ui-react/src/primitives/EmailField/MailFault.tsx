import type { LoginError } from '@latchkey/core'
import { type ReactElement, useMemo } from 'react'
import { useSecondsUntil } from '../../hooks/useSecondsUntil.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { toFaultText } from '../../i18n/toFaultText.js'
import { useTexts } from '../../i18n/useTexts.js'
import { useModalInstance } from '../../provider/LatchkeyProvider.js'

/** Why no mail went out. What is only too early counts down, and is gone when it has. [S5.2] */
export function MailFault({ error }: { readonly error: LoginError }): ReactElement | null {
  const t = useTexts(emailTexts)
  const { env } = useModalInstance()
  const end = useMemo(() => {
    const { retryAfter } = error
    return retryAfter === undefined ? undefined : env.now() + retryAfter * 1_000
  }, [error, env])
  const left = useSecondsUntil(end)
  if (left === undefined) return <>{toFaultText(t, error)}</>
  if (left === 0) return null
  return (
    <>
      {/* said once; the numbers are there to be seen */}
      <span className="sr">{t('cooldownSaid', { n: String(error.retryAfter) })}</span>
      <span aria-hidden="true">{toFaultText(t, { ...error, retryAfter: left })}</span>
    </>
  )
}
