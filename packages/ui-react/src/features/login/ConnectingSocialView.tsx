import type { ModalState, SocialLoginState } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers/shell'
import { retrySocialLogin } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import type { ViewProps } from '../../defineView.js'
import { useRunning } from '../../hooks/useRunning.js'
import { useShell, useTexts } from '../../hooks/useShell.js'
import { SocialTile, toSocialName } from '../../primitives/SocialMark.js'
import { RequestStatus } from '../../primitives/Status.js'
import { socialTexts } from './messages.js'
import { showSocialFailure, toSocialErrorTexts } from './useSocials.js'

type Running = Exclude<SocialLoginState, { readonly step: 'idle' }>

const idle = { step: 'idle', error: undefined } as const

const selectLogin = ({ socialLogin }: ModalState): Running | undefined =>
  socialLogin && socialLogin.step !== 'idle' ? socialLogin : undefined

/** Waits for the pop-up of a provider, and shows the result. */
export function ConnectingSocialView({ params: { provider } }: ViewProps<'ConnectingSocial'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(socialTexts)
  const running = useRunning('ConnectingSocial', selectLogin)
  const { step, error } = running?.provider === provider ? running : idle
  const name = { provider: toSocialName(modal, provider) }
  const words = error && toSocialErrorTexts(t, error, toSocialName(modal, provider))
  // opens the pop-up during the click, or brings it to the front
  const resume = (): void => {
    retrySocialLogin(modal).catch((cause: unknown) => showSocialFailure(modal, t, { cause, social: provider }))
  }
  const action =
    step === 'idle' ? (
      <button className="btn" part="button primary" data-kind="primary" type="button" onClick={resume}>
        {t('socialOpen')}
      </button>
    ) : (
      step === 'popup' && (
        <button className="btn" part="button" type="button" onClick={resume}>
          {t('socialShow')}
        </button>
      )
    )
  return (
    <RequestStatus
      mark={<SocialTile social={provider} />}
      title={t(`social_${step}`, name)}
      text={t(`social_${step}_text`, name)}
      isWaiting={step !== 'idle'}
      error={error}
      failure={words?.title}
      help={words?.help}
      retryText={error?.code === 'POPUP_BLOCKED' ? t('socialOpen') : undefined}
      action={action}
      onRetry={resume}
      onCancel={() => goBack(modal)}
    />
  )
}
