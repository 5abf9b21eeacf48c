import { AdapterNotFoundError } from '../../errors/connection.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { assertStarted } from '../connection/assertStarted.js'

/** Makes a chain family the one that buttons and views show. Throws `NOT_STARTED` or `ADAPTER_NOT_FOUND`. */
export function setActiveNamespace(modal: Modal, namespace: Namespace): void {
  assertStarted(modal)
  const { store, persistence } = modal[internals]
  if (!store.getState().namespaces[namespace]) throw new AdapterNotFoundError({ namespace })
  if (store.getState().activeNamespace === namespace) return
  store.setState((state) => ({ ...state, activeNamespace: namespace }))
  persistence.update((data) => ({ ...data, activeNamespace: namespace }))
}
