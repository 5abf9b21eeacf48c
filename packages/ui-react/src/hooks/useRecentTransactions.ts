import {
  type AddRecentTransactionRequest,
  loadModule,
  type ModalState,
  type Namespace,
  type RecentTransaction,
} from '@latchkey/core'
import { getRecentTransactions } from '@latchkey/core/internal'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

const loadActivity = () => loadModule(() => import('@latchkey/core/controllers/activity'))

/**
 * Returns a function that registers a transaction which the app has sent by itself, e.g. with wagmi. The account lists it, and
 * shows when it is confirmed or has failed. Rejects with `NOT_CONNECTED`, or `INVALID_PARAMS` for an invalid hash or
 * description.
 *
 * @example
 * const addRecentTransaction = useAddRecentTransaction()
 * const hash = await writeContractAsync({ … })
 * await addRecentTransaction({ hash, description: 'Mint a ticket' })
 */
export function useAddRecentTransaction(
  modal?: UiModal | undefined,
): (request: AddRecentTransactionRequest) => Promise<void> {
  const instance = useModalInstance(modal)
  return useCallback(async (request) => (await loadActivity()).addRecentTransaction(instance, request), [instance])
}

export type UseRecentTransactionsOptions = {
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined
  readonly modal?: UiModal | undefined
}

export type UseRecentTransactionsResult = {
  /** Those of the connected account, newest first. */
  readonly transactions: readonly RecentTransaction[]
  /** Removes them from the list. */
  readonly clear: () => void
}

/** The transactions that the app has registered for the connected account, for a list of your own. */
export function useRecentTransactions(options: UseRecentTransactionsOptions = {}): UseRecentTransactionsResult {
  const { namespace, modal } = options
  const instance = useModalInstance(modal)
  const transactions = useModalState<readonly RecentTransaction[]>(
    useCallback((state: ModalState) => getRecentTransactions(state, namespace), [namespace]),
    modal,
  )
  const clear = useCallback(() => {
    loadActivity().then(
      ({ clearRecentTransactions }) => clearRecentTransactions(instance, { namespace }),
      () => {
        // the code could not be loaded: the list stays
      },
    )
  }, [instance, namespace])
  return { transactions, clear }
}
