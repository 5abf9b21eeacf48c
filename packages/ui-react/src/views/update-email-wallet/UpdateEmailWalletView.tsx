import type { LoginError, ModalState } from '@latchkey/core'
import { getAccount, goBack } from '@latchkey/core/controllers'
import { startEmailUpdate } from '@latchkey/core/internal'
import { isEmail } from '@latchkey/core/plugin'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { useEntryFocus } from '../../hooks/useEntryFocus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'
import { EmailField } from '../../primitives/EmailField/EmailField.js'
import { MailFault } from '../../primitives/EmailField/MailFault.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { MailIntro } from '../../primitives/MailIntro/MailIntro.js'
import { useShell } from '../../router/ShellContext.js'
import { emailStyles } from '../email-login/emailStyles.js'
import ownStyles from './UpdateEmailWalletView.css'

export { UpdateEmailWalletView as View }
export const styles: string = emailStyles + ownStyles

const selectEmail = (state: ModalState): string => getAccount(state).user?.email ?? ''
const selectUpdate = (state: ModalState): ModalState['emailUpdate'] => state.emailUpdate

/** Takes another address for the login of an embedded wallet. */
export function UpdateEmailWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(emailTexts)
  const current = useModalState(selectEmail)
  const update = useModalState(selectUpdate)
  const field = useRef<HTMLInputElement>(null)
  const running = update && update.step !== 'idle' ? update : undefined
  const [value, setValue] = useState(running?.email ?? current)
  const [passed, setPassed] = useState<LoginError>()
  useEntryFocus(field)
  const isBusy = running?.step === 'starting' && !running.error
  // what the visitor has gone on from is said no more
  const error = running?.error === passed ? undefined : running?.error
  const email = value.trim()
  // case never tells two mailboxes apart
  const canSave = isEmail(email) && email.toLowerCase() !== current.toLowerCase()

  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSave || isBusy) return
    startEmailUpdate(modal, { email }).catch(() => {
      // the state says how it failed
    })
  }
  return (
    <form className="body" onSubmit={save} noValidate>
      <MailIntro>{t('emailEditText')}</MailIntro>
      <EmailField
        label={t('emailNew')}
        value={value}
        isBusy={isBusy}
        field={field}
        onChange={(text) => {
          setValue(text)
          setPassed(running?.error)
        }}
        fault={error && <MailFault error={error} />}
      />
      <div className="choice">
        <button className="btn" part="button" type="button" onClick={() => goBack(modal)}>
          {t('cancel')}
        </button>
        <button
          className="btn"
          part="button primary"
          data-kind="primary"
          type="submit"
          disabled={!canSave}
          aria-disabled={isBusy || undefined}
          onPointerOver={() => {
            prepareView('UpdateEmailPrimaryOtp')
            prepareView('UpdateEmailSecondaryOtp')
          }}
        >
          {isBusy && <Icon name="loader" spin />}
          {t(isBusy ? 'emailSending' : 'emailSave')}
        </button>
      </div>
    </form>
  )
}
