import type { CaipNetworkId, ModalState, Network } from '@latchkey/core'
import { useCallback } from 'react'
import { useModalState } from './useModalState.js'

/** The network of this id, where the modal has it. */
export function useNetworkById(caipNetworkId: CaipNetworkId | undefined): Network | undefined {
  return useModalState(
    useCallback(
      ({ networks }: ModalState) => networks.find((network) => network.caipNetworkId === caipNetworkId),
      [caipNetworkId],
    ),
  )
}
