import { isNamespace, type ModalState, type Namespace } from '@latchkey/core'

/** The chain families that the modal shows: all that it has, or the one that it was opened for. */
export function getShownNamespaces({ modal, namespaces }: ModalState): readonly Namespace[] {
  return modal.namespace ? [modal.namespace] : Object.keys(namespaces).filter(isNamespace)
}
