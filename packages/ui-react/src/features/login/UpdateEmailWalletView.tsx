import type { LoginError, ModalState } from '@latchkey/core'
import { getAccount } from '@latchkey/core/controllers/account'
import { goBack } from '@latchkey/core/controllers/shell'
import { startEmailUpdate } from '@latchkey/core/internal'
import { isEmail } from '@latchkey/core/plugin'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { useEntryFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { EmailError, EmailField } from './EmailField.js'
import { EmailIntro } from './EmailIntro.js'
import { emailTexts } from './messages.js'

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
      <EmailIntro>{t('emailEditText')}</EmailIntro>
      <EmailField
        label={t('emailNew')}
        value={value}
        isBusy={isBusy}
        field={field}
        onChange={(text) => {
          setValue(text)
          setPassed(running?.error)
        }}
        fault={error && <EmailError error={error} />}
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
