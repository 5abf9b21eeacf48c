import type { ConnectorMeta } from '../../connector.js'
import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'

/** The chain families that a pairing asks for, of those that connector and modal have; the visitor's comes first. */
export function getPairingNamespaces(
  { activeNamespace, namespaces }: ModalState,
  meta: ConnectorMeta,
  namespace: Namespace | undefined,
): readonly Namespace[] {
  return meta.namespaces
    .filter((name) => namespaces[name] && (namespace === undefined || namespace === name))
    .toSorted((a, b) => Number(b === activeNamespace) - Number(a === activeNamespace))
}
