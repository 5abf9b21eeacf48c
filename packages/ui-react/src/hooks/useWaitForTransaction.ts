import {
  type CaipNetworkId,
  getCaipNetworkId,
  loadModule,
  type Namespace,
  type TransactionOutcome,
} from '@latchkey/core'
import { useMemo } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalValue } from './useModalState.js'
import { type QueryState, useQuery } from './useQuery.js'

export type UseWaitForTransactionOptions = {
  /** Hash, signature or id of the transaction. Undefined waits for nothing. */
  readonly hash: string | undefined
  /** Where it was sent. Default: the active namespace. */
  readonly namespace?: Namespace | undefined
  /** Default: the network of the namespace when the hash is set. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  readonly modal?: UiModal | undefined
}

/**
 * Waits until a transaction is in a block, or can no longer be. `data` is undefined until then; its `status` is `confirmed`,
 * `failed` (with a `reason`) or `expired`. Errors: `NETWORK_NOT_FOUND`, `FEATURE_NOT_SUPPORTED`, and `TIMED_OUT` after five
 * minutes; `refetch` waits again.
 */
export function useWaitForTransaction(options: UseWaitForTransactionOptions): QueryState<TransactionOutcome> {
  const { hash, namespace, caipNetworkId, modal } = options
  const instance = useModalInstance(modal)
  const isStarted = useModalValue(({ status }) => status !== 'idle', modal)
  const read = useMemo(() => {
    // the network of the last visit isn't restored yet
    if (!isStarted) return undefined
    // a user who switches the network meanwhile still waits for the transaction on the one where it was sent
    const network = caipNetworkId ?? getCaipNetworkId(instance.getState(), namespace)
    if (hash === undefined || network === undefined) return undefined
    return async (signal: AbortSignal): Promise<TransactionOutcome> => {
      const { confirmTransaction } = await loadModule(() => import('@latchkey/core/controllers/connection'))
      return confirmTransaction(instance, { caipNetworkId: network, id: hash, signal })
    }
  }, [instance, isStarted, namespace, caipNetworkId, hash])
  return useQuery(read)
}
