import type { Modal } from '../../modal.js'
import { parseCaipNetworkId } from '../../utils/caip.js'
import { push, replace } from '../router/navigate.js'
import type { Route, Views } from '../router/state.js'
import { switchNetwork } from './switchNetwork.js'

/**
 * What SwitchActiveChain asks about, once the visitor agrees: makes the network, and so its chain family, the active one
 * and shows the ways to connect there. Throws `NETWORK_NOT_FOUND`. [S2.3]
 */
export async function switchActiveChain(modal: Modal, params: Views['SwitchActiveChain']): Promise<void> {
  const { caipNetworkId, navigateTo, navigateWithReplace } = params
  await switchNetwork(modal, { network: caipNetworkId })
  const route: Route = { view: navigateTo, params: { namespace: parseCaipNetworkId(caipNetworkId)?.namespace } }
  if (navigateWithReplace) replace(modal, route)
  else push(modal, route)
}
