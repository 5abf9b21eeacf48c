import { internals, type Modal, type ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnection } from '../connection/getConnection.js'
import { isRefusedNetwork } from '../network/isRefusedNetwork.js'
import { fetchBalance } from './fetchBalance.js'

/**
 * Keeps the balance known while something shows it: reads it now, and again when the account or the network changes.
 * Nothing is read while nobody watches. Returns its unsubscribe.
 */
export function watchBalance(modal: Modal, namespace?: Namespace | undefined): () => void {
  const update = (): void => {
    const { status, activeNamespace } = modal.getState()
    const isActive = !namespace || namespace === activeNamespace
    // a network that has to be left anyway has no balance to show
    if (status !== 'ready' || (isActive && isRefusedNetwork(modal))) return
    fetchBalance(modal, { namespace }).catch(modal[internals].warn)
  }
  const toKey = (state: ModalState): string => {
    const connection = getConnection(state, namespace)
    return connection ? `${state.status}:${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
  }
  update()
  return modal.subscribe((state, previous) => {
    const key = toKey(state)
    if (key && key !== toKey(previous)) update()
  })
}
