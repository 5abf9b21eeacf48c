import type { LoginError, ModalState } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { getAuthConnection, startEmailUpdate } from '@latchkey/core/internal'
import { isEmail, toLatchkeyError } from '@latchkey/core/plugin'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import { useEntryFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { Icon } from '../../primitives/Icon.js'
import { EmailField } from './EmailField.js'
import { EmailIntro } from './EmailIntro.js'
import { emailTexts } from './messages.js'

const selectEmail = (state: ModalState): string => getAuthConnection(state)?.user?.email ?? ''
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
  // why it could not start
  const [refusal, setRefusal] = useState<LoginError>()
  useEntryFocus(field)
  const isBusy = running?.step === 'starting' && !running.error
  // an error disappears once the user types
  const error = refusal ?? (running?.error === hiddenError ? undefined : running?.error)
  const email = value.trim()
  // mailboxes do not differ by case alone
  const canSave = isEmail(email) && email.toLowerCase() !== current.toLowerCase()

  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSave || isBusy) return
    setRefusal(undefined)
    // the state has the errors of a change that started
    startEmailUpdate(modal, { email }).catch((cause: unknown) => {
      const { code, shortMessage } = toLatchkeyError(cause)
      setRefusal({ code, message: shortMessage })
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
          setRefusal(undefined)
        }}
        error={error}
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
