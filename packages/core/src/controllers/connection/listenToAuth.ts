import type { AuthEvent, Connector } from '../../connector.js'
import { internals, type Modal, type ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getConnection } from './getConnection.js'

/**
 * Follows what an embedded wallet says of requests that wait in its own screen, and tells it of the look of the modal.
 * Returns what ends that.
 */
export function listenToAuth(modal: Modal, connector: Connector, namespace: Namespace): readonly (() => void)[] {
  const { load, warn } = modal[internals]
  const take = (event: AuthEvent): void => {
    if (event.namespace !== namespace) return
    // in the order in which they come
    load
      .login()
      .then(({ handleAuthEvent }) => handleAuthEvent(modal, connector.meta.id, event))
      .catch((cause: unknown) => {
        warn(cause)
        connector.features['approval:reject']?.() // nothing waits where nobody sees it
      })
  }
  load.login().catch(() => undefined) // reported by the request that needs it
  return [
    connector.on('approval', take),
    connector.on('notAllowed', take),
    modal.subscribe((state, previous) => {
      if (state.theme !== previous.theme && namespace === findFirst(state, connector))
        connector.features['theme:sync']?.(state.theme)
    }),
  ]
}

/** Of the chain families that are connected through a connector, the one that speaks for all. */
function findFirst(state: ModalState, { meta }: Connector): Namespace | undefined {
  return meta.namespaces.find((name) => getConnection(state, name, meta.id))
}
