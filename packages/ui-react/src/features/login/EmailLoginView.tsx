import type { LoginError, ModalState, Namespace } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { startEmailLogin } from '@latchkey/core/controllers/login'
import { getAuthConnector } from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, type RefObject, useRef, useState } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useEntryFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { useStyles } from '../../hooks/useStyles.js'
import { Icon } from '../../primitives/Icon.js'
import searchFieldStyles from '../../primitives/SearchField.css'
import emailFieldStyles from './EmailField.css'
import { EmailError, EmailField } from './EmailField.js'
import emailIntroStyles from './EmailIntro.css'
import { EmailIntro } from './EmailIntro.js'
import { emailTexts } from './messages.js'

/** A login by email by itself, as where one that has ended is taken up again. */
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

/** So many characters, or fewer, are not worth a try. */
const tooFew = 3

const selectLogin = (state: ModalState): ModalState['login'] => state.login

/** Asks for an email address, and begins the login with it. */
function EmailForm({ email = '', namespace, field }: EmailFormProps): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(emailTexts)
  const login = useModalState(selectLogin)
  const [value, setValue] = useState(email)
  const [passed, setPassed] = useState<LoginError>()
  const step = login && login.step !== 'idle' ? login : undefined
  const isBusy = step !== undefined && !step.error
  // what the visitor has gone on from is said no more
  const error = step?.error === passed ? undefined : step?.error
  const canSubmit = value.trim().length > tooFew

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSubmit || isBusy) return
    startEmailLogin(modal, { email: value.trim(), namespace }).catch(() => {
      // the state says how it failed
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
          setPassed(step?.error)
        }}
        fault={error && <EmailError error={error} />}
        end={
          <>
            {/* one button throughout: it keeps the focus while the wallet is asked */}
            {(canSubmit || isBusy) && (
              <button
                className="go"
                type="submit"
                aria-label={t(isBusy ? 'emailSending' : 'emailSubmit')}
                aria-disabled={isBusy || undefined}
                data-busy={isBusy ? '' : undefined}
              >
                <Icon name={isBusy ? 'loader' : 'next'} flip={!isBusy} spin={isBusy} />
              </button>
            )}
            <span className="sr" role="status">
              {isBusy && t('emailSending')}
            </span>
          </>
        }
      />
    </form>
  )
}

const blockStyles = searchFieldStyles + emailFieldStyles + emailIntroStyles

/** The login by email among the ways to connect. Apart from the view: the first opening of a page without it goes without. */
export function EmailBlock({ namespace }: { readonly namespace: Namespace | undefined }): ReactElement {
  const block = useRef<HTMLDivElement>(null)
  useStyles(blockStyles, block)
  return (
    <div ref={block}>
      <EmailForm namespace={namespace} />
    </div>
  )
}
