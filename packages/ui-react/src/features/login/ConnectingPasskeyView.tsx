import { isLatchkeyError, type ModalState, type PasskeyLoginState, type PasskeyUse } from '@latchkey/core'
import { startPasskeyLogin } from '@latchkey/core/controllers/login'
import { goBack, showToast } from '@latchkey/core/controllers/shell'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import type { ShellKey } from '../../i18n/messages/keys.js'
import { type Translate, toErrorKey } from '../../i18n/translate.js'
import { Icon } from '../../primitives/Icon.js'
import { RequestStatus } from '../../primitives/Status.js'
import type { UiModal } from '../../uiModal.js'
import { passkeyTexts } from './messages.js'

type Running = Exclude<PasskeyLoginState, { readonly step: 'idle' }>
type PasskeyTexts = Translate<keyof typeof passkeyTexts | ShellKey>

const selectLogin = ({ passkeyLogin }: ModalState): Running | undefined =>
  passkeyLogin && passkeyLogin.step !== 'idle' ? passkeyLogin : undefined

/** Waits for the browser's passkey dialog, and shows the result. */
export function ConnectingPasskeyView({ params: { use } }: ViewProps<'ConnectingPasskey'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(passkeyTexts)
  const running = useRunning('ConnectingPasskey', selectLogin)
  const { error } = running ?? {}
  const isConnecting = running?.step === 'connecting'
  // starts the ceremony during the click, or brings its pop-up to the front
  const start = (wanted: PasskeyUse): void => {
    startPasskeyLogin(modal, { use: wanted }).catch((cause: unknown) => showPasskeyFailure(modal, t, cause))
  }
  const [other, otherText] =
    use === 'login' ? (['signup', t('passkeyCreate')] as const) : (['login', t('passkeyOwn')] as const)
  const isHopeless = error?.code === 'PASSKEY_UNSUPPORTED'
  const alternative = !isConnecting && !isHopeless && (
    <button className="btn" part="button" type="button" onClick={() => start(other)}>
      {otherText}
    </button>
  )
  return (
    <RequestStatus
      mark={
        <span className="tile" part="tile" aria-hidden="true">
          <Icon name="key" />
        </span>
      }
      title={isConnecting ? t('social_connecting') : t(`passkey_${use}`)}
      text={isConnecting ? t('social_connecting_text') : t(`passkey_${use}_text`)}
      isWaiting={running !== undefined}
      error={error}
      failure={error && toTitle(t, error)}
      help={error && toHelp(t, error)}
      retryText={error?.code === 'POPUP_BLOCKED' ? t('socialOpen') : undefined}
      action={
        !running && (
          <button className="btn" part="button primary" data-kind="primary" type="button" onClick={() => start(use)}>
            {t(use === 'login' ? 'passkeyContinue' : 'passkeyCreate')}
          </button>
        )
      }
      alternative={alternative}
      onRetry={() => start(use)}
      onCancel={() => goBack(modal)}
    />
  )
}

/** Shows why a login could not even start, as without an embedded wallet. */
export function showPasskeyFailure(modal: UiModal, t: PasskeyTexts, cause: unknown): void {
  const code = isLatchkeyError(cause) ? cause.code : 'CONNECTOR_FAILED'
  showToast(modal, { variant: 'error', message: { text: toTitle(t, { code, message: '' }) } })
}

type Failure = NonNullable<Running['error']>

function toTitle(t: PasskeyTexts, { code, message }: Failure): string {
  if (code === 'FRAME_FAILED' && message) return message
  return isPasskeyKey(code) ? t(code) : t(toErrorKey(code))
}

/** Messages of the wallet's frame are shown unchanged. */
function toHelp(t: PasskeyTexts, { code, details }: Failure): string | undefined {
  const key = `${code}_help`
  return details ?? (isPasskeyKey(key) ? t(key) : undefined)
}

function isPasskeyKey(key: string): key is keyof typeof passkeyTexts {
  return Object.hasOwn(passkeyTexts, key)
}
