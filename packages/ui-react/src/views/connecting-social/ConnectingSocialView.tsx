import type { ModalState, SocialLoginState } from '@latchkey/core'
import { goBack } from '@latchkey/core/controllers'
import { retrySocialLogin } from '@latchkey/core/internal'
import type { ReactElement } from 'react'
import { useRunning } from '../../hooks/useRunning.js'
import { socialTexts } from '../../i18n/messages/social.js'
import { toSocialWords } from '../../i18n/toSocialWords.js'
import { useTexts } from '../../i18n/useTexts.js'
import mark from '../../primitives/SocialMark/SocialMark.css'
import { SocialTile } from '../../primitives/SocialMark/SocialTile.js'
import { socialNames } from '../../primitives/SocialMark/socialNames.js'
import status from '../../primitives/Status/Status.css'
import { Status } from '../../primitives/Status/Status.js'
import { showSocialFailure } from '../../primitives/Toast/showSocialFailure.js'
import type { ViewProps } from '../../router/defineView.js'
import { useShell } from '../../router/ShellContext.js'

export { ConnectingSocialView as View }
export const styles: string = mark + status

type Running = Exclude<SocialLoginState, { readonly step: 'idle' }>

const idle = { step: 'idle', error: undefined } as const

const selectLogin = ({ socialLogin }: ModalState): Running | undefined =>
  socialLogin && socialLogin.step !== 'idle' ? socialLogin : undefined

/** Waits for the popup of a provider, and says what became of it. */
export function ConnectingSocialView({ params: { provider } }: ViewProps<'ConnectingSocial'>): ReactElement {
  const { modal } = useShell()
  const t = useTexts(socialTexts)
  const running = useRunning('ConnectingSocial', selectLogin)
  const { step, error } = running?.provider === provider ? running : idle
  const name = { provider: socialNames[provider] }
  const words = error && toSocialWords(t, error, provider)
  // a press opens the popup in its own task, or brings it to the front
  const goOn = (): void => {
    retrySocialLogin(modal).catch((cause: unknown) => showSocialFailure(modal, t, { cause, social: provider }))
  }
  const action =
    step === 'idle' ? (
      <button className="btn" part="button primary" data-kind="primary" type="button" onClick={goOn}>
        {t('socialOpen')}
      </button>
    ) : (
      step === 'popup' && (
        <button className="btn" part="button" type="button" onClick={goOn}>
          {t('socialShow')}
        </button>
      )
    )
  return (
    <Status
      mark={<SocialTile social={provider} />}
      title={t(`social_${step}`, name)}
      text={t(`social_${step}_text`, name)}
      isWaiting={step !== 'idle'}
      error={error}
      failure={words?.title}
      help={words?.help}
      retryText={error?.code === 'POPUP_BLOCKED' ? t('socialOpen') : undefined}
      action={action}
      onRetry={goOn}
      onCancel={() => goBack(modal)}
    />
  )
}
