import { isServiceClosed } from '../../api/blockchain/isServiceClosed.js'
import type { Modal } from '../../modal.js'
import { type RefreshRequest, refreshTransactions } from './refreshTransactions.js'
import { activityLimits } from './state.js'

/**
 * Looks for new transactions now and every 15 s, until the signal ends it. Not while the page is hidden: a look that was due then
 * comes with the page. No more once the service says that it is closed (503). A look that fails changes nothing.
 */
export function keepNewest(modal: Modal, request: RefreshRequest): void {
  const { signal } = request
  const page = modal.env.window()?.document
  let isBehind = false
  let cancel: (() => void) | undefined

  const look = async (): Promise<void> => {
    isBehind = page?.visibilityState === 'hidden'
    if (isBehind || signal.aborted) return
    const isClosed = await refreshTransactions(modal, request).then(() => false, isServiceClosed)
    if (!isClosed && !signal.aborted) cancel = modal.env.setTimeout(() => void look(), activityLimits.cache)
  }
  const onVisible = (): void => {
    if (isBehind && page?.visibilityState === 'visible') void look()
  }
  page?.addEventListener('visibilitychange', onVisible, { signal })
  signal.addEventListener('abort', () => cancel?.())
  void look()
}
