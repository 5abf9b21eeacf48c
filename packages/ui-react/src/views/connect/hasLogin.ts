import type { ModalState, Namespace } from '@latchkey/core'
import { isConnectedWith } from './isConnectedWith.js'

/** Whether there is an embedded wallet to log in to here: one that is not connected already. */
export function hasLogin(state: ModalState, namespace: Namespace | undefined): boolean {
  return state.connectors.some(
    (connector) =>
      connector.type === 'AUTH' &&
      (!namespace || connector.namespaces.includes(namespace)) &&
      !isConnectedWith(state, connector),
  )
}
