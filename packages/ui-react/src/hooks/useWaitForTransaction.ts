import {
  type CaipNetworkId,
  getCaipNetworkId,
  loadModule,
  type ModalState,
  type TransactionOutcome,
} from '@latchkey/core'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'
import { type QueryState, useQuery } from './useQuery.js'

export type UseWaitForTransactionOptions = {
  /** Hash, signature or id of the transaction. Undefined waits for nothing. */
  readonly hash: string | undefined
  /** Default: the active network. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  readonly modal?: UiModal | undefined
}

const selectActive = (state: ModalState): CaipNetworkId | undefined => getCaipNetworkId(state)

/**
 * Waits until a transaction is in a block, or can no longer be. `data.status` is `confirmed` or `failed`. Errors:
 * `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, and `TIMED_OUT` after five minutes.
 */
export function useWaitForTransaction(options: UseWaitForTransactionOptions): QueryState<TransactionOutcome> {
  const { hash, caipNetworkId, modal } = options
  const instance = useModalInstance(modal)
  const active = useModalState(selectActive, modal)
  const network = caipNetworkId ?? active
  const read = useCallback(
    async (signal: AbortSignal): Promise<TransactionOutcome> => {
      const { confirmTransaction } = await loadModule(() => import('@latchkey/core/controllers/connection'))
      return confirmTransaction(instance, { caipNetworkId: network as CaipNetworkId, id: hash as string, signal })
    },
    [instance, network, hash],
  )
  return useQuery(hash !== undefined && network !== undefined ? read : undefined)
}
