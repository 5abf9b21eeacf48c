import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { push } from '../router/navigate.js'
import { open } from '../router/open.js'
import type { OpenRequest, Route } from '../router/state.js'

/** Leads back into a login that has ended: one at another site begins at once, for the rest there is a view. [S4.6] */
export async function reopenRoute(modal: Modal, route: Route, namespace: Namespace): Promise<void> {
  const { load, warn } = modal[internals]
  if (route.view === 'ConnectingSocial') {
    const { provider } = route.params
    const { startSocialLogin } = await load.login()
    startSocialLogin(modal, { provider, namespace }).catch(warn)
  } else if (route.view === 'ConnectingFarcaster') {
    const { startFarcaster } = await load.login()
    startFarcaster(modal, { namespace }).catch(warn)
  } else if (modal.getState().modal.open) push(modal, route)
  else open(modal, { view: route.view, arguments: route.params } as OpenRequest)
}
