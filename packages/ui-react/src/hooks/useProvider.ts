import { type ConnectorMeta, getConnection, type ModalState, type Namespace } from '@latchkey/core'
import { getProvider } from '@latchkey/core/controllers/connection'
import { useCallback, useEffect, useState } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

export type UseProviderResult<provider> = {
  /** The wallet's own interface; undefined while nothing is connected, and until it is loaded. */
  readonly provider: provider | undefined
  readonly providerType: ConnectorMeta['type'] | undefined
}

export type UseProviderOptions = {
  /** One of several connected wallets. Default: the active one. */
  readonly connectorId?: string | undefined
  readonly modal?: UiModal | undefined
}

/** A provider, and the connection that it belongs to. */
type Found<provider> = {
  readonly instance: UiModal
  readonly namespace: Namespace
  readonly connectorId: string
  readonly sessionId: string | undefined
  readonly provider: provider
}

/** The connected wallet's own interface, e.g. EIP-1193 for `eip155`: hand it to viem, ethers or another library. */
export function useProvider<provider = unknown>(
  namespace: Namespace,
  { connectorId: wanted, modal }: UseProviderOptions = {},
): UseProviderResult<provider> {
  const instance = useModalInstance(modal)
  const selectId = useCallback(
    (state: ModalState) => getConnection(state, namespace, wanted)?.connectorId,
    [namespace, wanted],
  )
  const connectorId = useModalState(selectId, modal)
  // another pairing has the same connector, but its own provider
  const selectSession = useCallback(
    (state: ModalState) => getConnection(state, namespace, wanted)?.sessionId,
    [namespace, wanted],
  )
  const sessionId = useModalState(selectSession, modal)
  const selectType = useCallback(
    (state: ModalState) => state.connectors.find((connector) => connector.id === connectorId)?.type,
    [connectorId],
  )
  const providerType = useModalState(selectType, modal)
  const [found, setFound] = useState<Found<provider>>()

  useEffect(() => {
    if (!connectorId) return
    let isCurrent = true
    getProvider(instance, namespace, connectorId).then(
      (provider) =>
        isCurrent && setFound({ instance, namespace, connectorId, sessionId, provider: provider as provider }),
      () => {
        // disconnected in the meantime: there is no provider
      },
    )
    return () => {
      isCurrent = false
    }
  }, [instance, namespace, connectorId, sessionId])

  const isCurrent =
    found !== undefined &&
    found.instance === instance &&
    found.namespace === namespace &&
    found.connectorId === connectorId &&
    found.sessionId === sessionId
  return { provider: isCurrent ? found.provider : undefined, providerType }
}
