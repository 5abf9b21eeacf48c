import type { LoginError, ModalState, Namespace } from '@latchkey/core'
import { prepareConnect, startEmailLogin } from '@latchkey/core/controllers'
import { getAuthConnector } from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, type RefObject, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { emailTexts } from '../../i18n/messages/email.js'
import { useTexts } from '../../i18n/useTexts.js'
import { EmailField } from '../../primitives/EmailField/EmailField.js'
import { MailFault } from '../../primitives/EmailField/MailFault.js'
import { Icon } from '../../primitives/Icon/Icon.js'
import { useShell } from '../../router/ShellContext.js'

export type EmailFormProps = {
  readonly email?: string | undefined
  readonly namespace: Namespace | undefined
  readonly field?: RefObject<HTMLInputElement | null> | undefined
}

/** So many characters, or fewer, are not worth a try. */
const tooFew = 3

const selectLogin = (state: ModalState): ModalState['login'] => state.login

/** Asks for an email address, and begins the login with it. */
export function EmailForm({ email = '', namespace, field }: EmailFormProps): ReactElement {
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
        fault={error && <MailFault error={error} />}
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
