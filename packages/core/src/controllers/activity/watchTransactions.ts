import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal, type ModalState } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { fetchTransactions } from './fetchTransactions.js'
import { isActivitySupported } from './isActivitySupported.js'

export type WatchTransactionsOptions = {
  /** The list could not be read; `activity.error` has it as well. */
  readonly onError?: ((error: LatchkeyError) => void) | undefined
}

/**
 * Keeps the transactions of the active account read while something shows them: from the start now, and again when the account
 * or the network changes. Nothing is read where there can be none. Returns its unsubscribe, which ends what is under way.
 */
export function watchTransactions(modal: Modal, { onError }: WatchTransactionsOptions = {}): () => void {
  const ending = new AbortController()
  const read = (): void => {
    fetchTransactions(modal, { signal: ending.signal }).catch((cause: unknown) => {
      if (isLatchkeyError(cause) && onError) onError(cause)
      else modal[internals].warn(cause)
    })
  }
  const toKey = (state: ModalState): string => {
    const connection = state.status === 'ready' && isActivitySupported(state) ? getConnection(state) : undefined
    return connection ? `${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
  }
  if (toKey(modal.getState())) read()
  const unsubscribe = modal.subscribe((state, previous) => {
    const key = toKey(state)
    if (key && key !== toKey(previous)) read()
  })
  return () => {
    unsubscribe()
    ending.abort()
  }
}
