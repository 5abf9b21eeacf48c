import { type ConnectorMeta, getConnection, type ModalState, type Namespace } from '@latchkey/core'
import { getProvider } from '@latchkey/core/controllers/connection'
import { useCallback, useEffect, useState } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

export type UseProviderResult<provider> = {
  /** The wallet's own interface; undefined while nothing is connected. */
  readonly provider: provider | undefined
  readonly providerType: ConnectorMeta['type'] | undefined
}

export type UseProviderOptions = {
  /** One of several connected wallets. Default: the active one. */
  readonly connectorId?: string | undefined
  readonly modal?: UiModal | undefined
}

/** The connected wallet's own interface, e.g. EIP-1193 for `eip155`: hand it to viem, ethers or another library. */
export function useProvider<provider = unknown>(
  namespace: Namespace,
  { connectorId: wanted, modal }: UseProviderOptions = {},
): UseProviderResult<provider> {
  const instance = useModalInstance(modal)
  const select = useCallback(
    (state: ModalState) => getConnection(state, namespace, wanted)?.connectorId,
    [namespace, wanted],
  )
  const connectorId = useModalState(select, modal)
  const selectType = useCallback(
    (state: ModalState) => state.connectors.find((connector) => connector.id === connectorId)?.type,
    [connectorId],
  )
  const providerType = useModalState(selectType, modal)
  const [found, setFound] = useState<{ readonly connectorId: string; readonly provider: provider }>()

  useEffect(() => {
    if (!connectorId) return
    let isCurrent = true
    getProvider(instance, namespace, connectorId).then(
      (provider) => isCurrent && setFound({ connectorId, provider: provider as provider }),
      () => {
        // disconnected in the meantime: there is no provider
      },
    )
    return () => {
      isCurrent = false
    }
  }, [instance, namespace, connectorId])

  const isCurrent = connectorId !== undefined && found?.connectorId === connectorId
  return { provider: isCurrent ? found.provider : undefined, providerType }
}
