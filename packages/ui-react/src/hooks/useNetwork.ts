import { getNetworkState, loadModule, type ModalState, type Namespace, type NetworkState } from '@latchkey/core'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

export type UseNetworkOptions = { readonly namespace?: Namespace | undefined; readonly modal?: UiModal | undefined }

export type UseNetworkResult = NetworkState & {
  readonly chainId: number | string | undefined
  /** Rejects with the error; the wallet then stays on its network. */
  readonly switchNetwork: (network: NetworkState['requestedCaipNetworks'][number]) => Promise<void>
}

/** Reads the network of a namespace and the networks to choose from, and switches. */
export function useNetwork({ namespace, modal }: UseNetworkOptions = {}): UseNetworkResult {
  const instance = useModalInstance(modal)
  const selectCurrent = useCallback(
    (state: ModalState) => {
      const { requestedCaipNetworks: _, ...current } = getNetworkState(state, namespace)
      return current
    },
    [namespace],
  )
  const selectRequested = useCallback(
    (state: ModalState) => getNetworkState(state, namespace).requestedCaipNetworks,
    [namespace],
  )
  const switchNetwork = useCallback<UseNetworkResult['switchNetwork']>(
    async (network) => {
      const actions = await loadModule(() => import('@latchkey/core/controllers/network'))
      await actions.switchNetwork(instance, { network })
    },
    [instance],
  )
  const current = useModalState(selectCurrent, modal)
  const requestedCaipNetworks = useModalState(selectRequested, modal)
  return { ...current, requestedCaipNetworks, chainId: current.caipNetwork?.id, switchNetwork }
}
