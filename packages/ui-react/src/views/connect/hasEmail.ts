import type { ModalState, Namespace } from '@latchkey/core'
import { isConnectedWith } from './isConnectedWith.js'

/** Whether there is a login by email to offer here: one that is not there already. */
export function hasEmail(state: ModalState, namespace: Namespace | undefined): boolean {
  return (
    state.features.email &&
    state.connectors.some(
      (connector) =>
        connector.type === 'AUTH' &&
        (!namespace || connector.namespaces.includes(namespace)) &&
        !isConnectedWith(state, connector),
    )
  )
}
