import { type CaipNetworkId, isNamespace, type ModalState, type Namespace, type Network } from '@latchkey/core'
import { useCallback } from 'react'
import { useModalState } from './useModalState.js'

/** The network with this id, if the modal has it. */
export function useNetworkById(caipNetworkId: CaipNetworkId | undefined): Network | undefined {
  return useModalState(
    useCallback(
      ({ networks }: ModalState) => networks.find((network) => network.caipNetworkId === caipNetworkId),
      [caipNetworkId],
    ),
  )
}

/** The namespaces that the modal shows: all of them, or the one that it was opened for. */
export function getShownNamespaces({ modal, namespaces }: ModalState): readonly Namespace[] {
  return modal.namespace ? [modal.namespace] : Object.keys(namespaces).filter(isNamespace)
}

/** Counts the wallets that are connected in these namespaces. */
export function countConnected({ namespaces }: ModalState, shown: readonly Namespace[]): number {
  const counts = shown.map((namespace) => {
    const entry = namespaces[namespace]
    return entry ? entry.others.length + (entry.connection.status === 'connected' ? 1 : 0) : 0
  })
  return counts.reduce((sum, count) => sum + count, 0)
}
