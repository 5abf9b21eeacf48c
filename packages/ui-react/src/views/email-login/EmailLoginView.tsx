import { type ReactElement, useRef } from 'react'
import { useEntryFocus } from '../../hooks/useEntryFocus.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'
import { MailIntro } from '../../primitives/MailIntro/MailIntro.js'
import type { ViewProps } from '../../router/defineView.js'
import { EmailForm } from './EmailForm.js'
import { emailStyles } from './emailStyles.js'

export { EmailLoginView as View }
export const styles: string = emailStyles

/** A login by email by itself, as where one that has ended is taken up again. */
export function EmailLoginView({ params }: ViewProps<'EmailLogin'>): ReactElement {
  const t = useTexts(emailTexts)
  const field = useRef<HTMLInputElement>(null)
  useEntryFocus(field)
  return (
    <div className="body">
      <MailIntro>{t('emailLoginText')}</MailIntro>
      <EmailForm email={params?.email} namespace={params?.namespace} field={field} />
    </div>
  )
}
