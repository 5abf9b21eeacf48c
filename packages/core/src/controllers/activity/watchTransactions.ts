import { isServiceClosed } from '../../api/blockchain/isServiceClosed.js'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal, type ModalState } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { fetchTransactions } from './fetchTransactions.js'
import { isActivitySupported } from './isActivitySupported.js'
import { refreshTransactions } from './refreshTransactions.js'
import { activityLimits } from './state.js'

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
  const page = modal.env.window()?.document
  const ending = new AbortController()
  let cancel: (() => void) | undefined
  // of two readings only the newer is followed by another
  let run = 0
  // a look was due while the page was hidden
  let isBehind = false

  const rest = (): number => {
    cancel?.()
    cancel = undefined
    isBehind = false
    return ++run
  }

  const follow = async (reading: Promise<void>): Promise<void> => {
    const current = rest()
    const isClosed = await reading.then(() => false, isServiceClosed)
    if (current === run && !isClosed) cancel = modal.env.setTimeout(look, activityLimits.cache)
  }
  const look = (): void => {
    cancel = undefined
    isBehind = page?.visibilityState === 'hidden'
    if (!isBehind) void follow(refreshTransactions(modal, ending.signal))
  }
  const read = (): void => {
    const reading = fetchTransactions(modal, { signal: ending.signal })
    reading.catch((cause: unknown) => {
      if (isLatchkeyError(cause) && onError) onError(cause)
      else warn(cause)
    })
    void follow(reading)
  }
  const onVisibility = (): void => {
    if (page?.visibilityState === 'visible' && isBehind) look()
  }
  const stop = (): void => {
    rest()
    unsubscribe()
    page?.removeEventListener('visibilitychange', onVisibility)
    signal.removeEventListener('abort', stop)
    ending.abort()
  }
  const unsubscribe = modal.subscribe((state, previous) => {
    const key = toKey(state)
    if (key === toKey(previous)) return
    if (key) read()
    else rest()
  })
  page?.addEventListener('visibilitychange', onVisibility)
  signal.addEventListener('abort', stop)
  if (toKey(modal.getState())) read()
  return stop
}

function toKey(state: ModalState): string {
  const connection = state.status === 'ready' && isActivitySupported(state) ? getConnection(state) : undefined
  return connection ? `${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
}
