import { internals, type Modal, type ModalState, type NamespaceState } from './modal.js'
import type { Namespace } from './utils/caip.js'

/** Changes the state of one chain family, and nothing else; does nothing where the modal does not have it. */
export function updateNamespace(
  modal: Modal,
  namespace: Namespace,
  change: (entry: NamespaceState, state: ModalState) => NamespaceState,
): void {
  modal[internals].store.setState((state) => {
    const entry = state.namespaces[namespace]
    const changed = entry && change(entry, state)
    return changed === entry ? state : { ...state, namespaces: { ...state.namespaces, [namespace]: changed } }
  })
}
