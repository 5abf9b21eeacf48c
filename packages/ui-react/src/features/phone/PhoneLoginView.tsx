import type { LoginError, ModalState } from '@latchkey/core'
import { prepareConnect } from '@latchkey/core/controllers/connection'
import { startPhoneLogin } from '@latchkey/core/controllers/phone'
import { getAuthConnector } from '@latchkey/core/internal'
import { type FormEvent, type ReactElement, useRef, useState } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useEntryFocus } from '../../hooks/focus.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { EmailField, GoButton } from '../login/EmailField.js'
import { EmailIntro } from '../login/EmailIntro.js'
import { phoneTexts } from './messages.js'
import { usePhoneErrorText } from './PhoneVerifyView.js'

const selectLogin = ({ phoneLogin }: ModalState): ModalState['phoneLogin'] => phoneLogin

/** Takes a mobile number as people type it: the embedded wallet parses it, so that no list of countries is loaded. */
export function PhoneLoginView({ params }: ViewProps<'PhoneLogin'>): ReactElement {
  const { modal, prepareView } = useShell()
  const t = useTexts(phoneTexts)
  const toErrorText = usePhoneErrorText()
  const field = useRef<HTMLInputElement>(null)
  const login = useModalState(selectLogin)
  const step = login && login.step !== 'idle' ? login : undefined
  const [value, setValue] = useState(params?.phone ?? '')
  const [hiddenError, setHiddenError] = useState<LoginError>()
  const isBusy = step?.step === 'starting' && !step.error
  // an error disappears once the user types
  const error = step?.error === hiddenError ? undefined : step?.error
  // digits of any script
  const canSubmit = /\p{Nd}/u.test(value)
  useEntryFocus(field)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!canSubmit || isBusy) return
    startPhoneLogin(modal, { phone: value, namespace: params?.namespace }).catch(() => {
      // the state has the error
    })
  }
  const prepare = (): void => {
    const connectorId = getAuthConnector(modal)?.meta.id
    if (connectorId) prepareConnect(modal, { connectorId })
    prepareView('PhoneVerify')
  }
  return (
    <div className="body">
      <EmailIntro icon="phone">{t('phoneLoginText')}</EmailIntro>
      <form onSubmit={submit} onFocus={prepare} noValidate>
        <EmailField
          kind="tel"
          label={t('phoneLabel')}
          value={value}
          isBusy={isBusy}
          field={field}
          onChange={(text) => {
            setValue(text)
            setHiddenError(step?.error)
          }}
          error={error}
          toErrorText={toErrorText}
          end={<GoButton label={t('phoneSubmit')} isBusy={isBusy} canSubmit={canSubmit} />}
        />
      </form>
    </div>
  )
}
