import { getAccount, type LoginError, type ModalState } from '@latchkey/core'
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

/** Changes the email address of an embedded wallet. */
export function UpdateEmailWalletView(): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(emailTexts)
  const current = useModalState(selectEmail)
  const update = useModalState(selectUpdate)
  const field = useRef<HTMLInputElement>(null)
  const running = update && update.step !== 'idle' ? update : undefined
  const [value, setValue] = useState(running?.email ?? current)
  const [hiddenError, setHiddenError] = useState<LoginError>()
  useEntryFocus(field)
  const isBusy = running?.step === 'starting' && !running.error
  // an error disappears once the user types
  const error = running?.error === hiddenError ? undefined : running?.error
  const email = value.trim()
  // mailboxes do not differ by case alone
  const canSave = isEmail(email) && email.toLowerCase() !== current.toLowerCase()

  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSave || isBusy) return
    startEmailUpdate(modal, { email }).catch(() => {
      // the state has the error
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
          setHiddenError(running?.error)
        }}
        error={error && <EmailError error={error} />}
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
