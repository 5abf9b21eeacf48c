import { type Modal, type Namespace, namespaces } from '@latchkey/core'
import { useCallback } from 'react'
import { useShell } from './useShell.js'

/** Returns how namespaces are called: by a text of ours, else by the name that their adapter brings. */
export function useNamespaceName(): (namespace: Namespace) => string {
  const { modal, t } = useShell()
  return useCallback(
    (namespace) => (isKnownNamespace(namespace) ? t(namespace) : getAdapterName(modal, namespace)),
    [modal, t],
  )
}

/** Whether there are texts for a namespace. */
export function isKnownNamespace(namespace: Namespace): namespace is (typeof namespaces)[number] {
  return (namespaces as readonly string[]).includes(namespace)
}

/** The name that an adapter brings for its namespace, else the namespace itself. */
export function getAdapterName({ adapters }: Modal, namespace: Namespace): string {
  const adapter = adapters.find((plugin) => plugin.kind === 'chain' && plugin.namespace === namespace)
  return (adapter?.kind === 'chain' && adapter.display?.name) || namespace
}
