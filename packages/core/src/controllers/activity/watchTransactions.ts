import { isServiceClosed } from '../../api/blockchain/isServiceClosed.js'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { fetchTransactions } from './fetchTransactions.js'
import { keepNewest } from './keepNewest.js'
import { readHistoryPage } from './readHistoryPage.js'
import { activityLimits } from './state.js'
import { toAccountKey } from './toAccountKey.js'

export type WatchTransactionsOptions = {
  /** The list could not be read; `activity.error` has it as well. Not told of looks for what is new, which change nothing then. */
  readonly onError?: ((error: LatchkeyError) => void) | undefined
}

/**
 * Keeps the transactions of the active account read while something shows them: from the start now, and again when the account
 * or the network changes; every 15 s it looks for new ones, which come first. Not while the page is hidden, and no more once the
 * service says that it is closed (503). Nothing is read where there can be none. Returns its unsubscribe, which ends what is
 * under way; the end of the modal ends it too.
 */
export function watchTransactions(modal: Modal, { onError }: WatchTransactionsOptions = {}): () => void {
  const { signal, warn } = modal[internals]
  let reading = new AbortController()

  const follow = (current: AbortSignal): void => {
    const cancel = modal.env.setTimeout(
      () => keepNewest(modal, { signal: current, readPage: readHistoryPage }),
      activityLimits.cache,
    )
    current.addEventListener('abort', cancel)
  }
  const read = async (current: AbortSignal): Promise<void> => {
    try {
      await fetchTransactions(modal, { signal: current })
    } catch (cause) {
      if (isLatchkeyError(cause) && onError) onError(cause)
      else warn(cause)
      if (isServiceClosed(cause)) return
    }
    if (!current.aborted) follow(current)
  }
  const begin = (): void => {
    reading.abort()
    reading = new AbortController()
    if (toAccountKey(modal.getState())) void read(reading.signal)
  }
  const unsubscribe = modal.subscribe((state, previous) => {
    if (toAccountKey(state) !== toAccountKey(previous)) begin()
  })
  const stop = (): void => {
    unsubscribe()
    signal.removeEventListener('abort', stop)
    reading.abort()
  }
  signal.addEventListener('abort', stop)
  begin()
  return stop
}
