import type { Connector } from '../../connector.js'
import { internals, type Modal } from '../../modal.js'
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
  await takeSocialLogin(modal, (signal) =>
    resume({
      signal,
      onStart(provider) {
        if (signal.aborted) return
        show(modal, { view: 'ConnectingSocial', params: { provider } })
        setSocialLogin(modal, { type: 'started', provider, namespace: undefined })
        watchSocialLogin(modal)
        receiveSocialLogin(modal)
      },
    }),
  )
}
