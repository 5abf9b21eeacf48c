import type { LoginError, ModalState, Namespace } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { startEmailLogin } from '@latchkey/core/controllers/login'
import { getAuthConnector, getRoute, popTo } from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, type RefObject, useRef, useState } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useEntryFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { useStyles } from '../../hooks/useStyles.js'
import searchFieldStyles from '../../primitives/SearchField.css'
import emailFieldStyles from './EmailField.css'
import { EmailField, GoButton } from './EmailField.js'
import emailIntroStyles from './EmailIntro.css'
import { EmailIntro } from './EmailIntro.js'
import { emailTexts } from './messages.js'

/** A login by email in a separate view, e.g. to log in again to a disconnected wallet. */
export function EmailLoginView({ params }: ViewProps<'EmailLogin'>): ReactElement {
  const t = useTexts(emailTexts)
  const field = useRef<HTMLInputElement>(null)
  useEntryFocus(field)
  return (
    <div className="body">
      <EmailIntro>{t('emailLoginText')}</EmailIntro>
      <EmailForm email={params?.email} namespace={params?.namespace} field={field} />
    </div>
  )
}

type EmailFormProps = {
  readonly email?: string | undefined
  readonly namespace: Namespace | undefined
  readonly field?: RefObject<HTMLInputElement | null> | undefined
}

/** Texts up to this length are not submitted. */
const tooShort = 3

/** The login whose step is in the field. Beside the list, the view of a later step shows it itself. */
const selectLogin = (state: ModalState): ModalState['login'] =>
  ['Connect', 'EmailLogin'].includes(getRoute(state).view) ? state.login : undefined

/** Takes an email address, and starts the login with it. */
function EmailForm({ email = '', namespace, field }: EmailFormProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(emailTexts)
  const login = useModalState(selectLogin)
  const [value, setValue] = useState(email)
  const [hiddenError, setHiddenError] = useState<LoginError>()
  const step = login && login.step !== 'idle' ? login : undefined
  const isBusy = step !== undefined && !step.error
  // an error disappears once the user types
  const error = step?.error === hiddenError ? undefined : step?.error
  const canSubmit = value.trim().length > tooShort

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSubmit || isBusy) return
    // leaves the view beside the connection methods
    if (getRoute(modal.getState()).view !== 'EmailLogin') popTo(modal, 'Connect')
    startEmailLogin(modal, { email: value.trim(), namespace }).catch(() => {
      // the state has the error
    })
  }
  const prepare = (): void => {
    const connectorId = getAuthConnector(modal)?.meta.id
    if (connectorId) prepareConnect(modal, { connectorId })
    prepareView('EmailVerifyDevice')
    prepareView('EmailVerifyOtp')
  }
  return (
    <form onSubmit={submit} onFocus={prepare} noValidate>
      <EmailField
        label={t('emailLabel')}
        value={value}
        isBusy={isBusy}
        field={field}
        onChange={(text) => {
          setValue(text)
          setHiddenError(step?.error)
        }}
        error={error}
        end={<GoButton label={t('emailSubmit')} isBusy={isBusy} canSubmit={canSubmit} />}
      />
    </form>
  )
}

const blockStyles = searchFieldStyles + emailFieldStyles + emailIntroStyles

/** The login by email among the connection methods. */
export function EmailBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const block = useRef<HTMLDivElement>(null)
  useStyles(blockStyles, block)
  return (
    <div ref={block}>
      <EmailForm namespace={namespace} />
    </div>
  )
}
