import type { Connector } from '../../connector.js'
import { internals, type Modal } from '../../modal.js'
import type { SocialProvider } from '../features/state.js'
import { show } from '../router/show.js'
import { receiveSocialLogin } from './receiveSocialLogin.js'
import { setSocialLogin } from './setSocialLogin.js'
import { takeSocialLogin } from './takeSocialLogin.js'
import { watchSocialLogin } from './watchSocialLogin.js'

/**
 * Goes on with a login at a provider that the visitor has come back from without a popup: the modal opens and shows that the
 * result is being checked, and closes when all is connected. What failed is tried again from there.
 */
export async function resumeSocialLogin(modal: Modal, { features }: Connector): Promise<void> {
  const resume = features['social:resume']
  if (!resume || modal[internals].signal.aborted) return
  let isShown = false
  await takeSocialLogin(modal, (signal) => {
    const onStart = (provider: SocialProvider): void => {
      if (signal.aborted) return
      isShown = true
      show(modal, { view: 'ConnectingSocial', params: { provider } })
      setSocialLogin(modal, { type: 'started', provider, namespace: undefined })
      watchSocialLogin(modal)
      receiveSocialLogin(modal)
    }
    return resume({ signal, onStart }).catch((cause: unknown) => {
      if (!isShown) modal[internals].warn(cause) // the visitor sees nothing of it
      throw cause
    })
  })
}
