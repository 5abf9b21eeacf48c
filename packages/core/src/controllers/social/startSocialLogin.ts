import { FeatureNotSupportedError } from '../../errors/connection.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { track } from '../events/track.js'
import { type SocialProvider, socialProviders } from '../features/state.js'
import { requireAuthFeature } from '../login/requireAuthFeature.js'
import { show } from '../router/show.js'
import { connectSocialLogin } from './connectSocialLogin.js'
import { endSocialLogin } from './endSocialLogin.js'
import { receiveSocialLogin } from './receiveSocialLogin.js'
import { setSocialLogin } from './setSocialLogin.js'
import { takeSocialLogin } from './takeSocialLogin.js'
import { watchSocialLogin } from './watchSocialLogin.js'

export type StartSocialLoginOptions = {
  readonly provider: SocialProvider
  /** Only this chain family; all that the wallet and the modal have unless told. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind a provider's button: has the embedded wallet open the popup, before this returns, shows that it waits, and
 * connects every chain family when the provider has said who it is; then the modal closes. How far it has come, and what failed,
 * is in `state.socialLogin`; after a failure it is called again. Leaving the view ends it, and closes the popup. A login at the same
 * provider that runs is gone on with. Resolves when nothing is left to do.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`, also for what is no provider [S5.3].
 */
export async function startSocialLogin(
  modal: Modal,
  { provider, namespace = modal.getState().modal.namespace }: StartSocialLoginOptions,
): Promise<void> {
  const { connector, run } = requireAuthFeature(modal, 'social:login')
  if (!isProvider(provider)) throw new FeatureNotSupportedError({ feature: provider, by: connector.meta.name })
  const { socialLogin } = modal.getState()
  if (socialLogin && socialLogin.step !== 'idle' && socialLogin.provider === provider) {
    const { error, step } = socialLogin
    // the provider has done its part: nobody is asked again
    if (step === 'connecting')
      return error && setSocialLogin(modal, { type: 'retried' }) ? connectSocialLogin(modal) : undefined
    if (!error) {
      connector.features['social:reopen']?.()
      return
    }
  }
  show(modal, { view: 'ConnectingSocial', params: { provider } })
  endSocialLogin(modal)
  setSocialLogin(modal, { type: 'started', provider, namespace })
  watchSocialLogin(modal)
  track(modal, 'SOCIAL_LOGIN_STARTED', { provider })
  return takeSocialLogin(modal, (signal) =>
    run({
      provider,
      signal,
      onStep(step) {
        if (step === 'retrieving' && !signal.aborted) receiveSocialLogin(modal)
      },
    }),
  )
}

function isProvider(provider: string): boolean {
  return provider !== 'farcaster' && socialProviders.some((name) => name === provider)
}
