import { isServiceClosed } from '../../api/blockchain/isServiceClosed.js'
import { internals, type Modal } from '../../modal.js'
import { toWatchKey } from '../connection/toWatchKey.js'
import { loadPortfolio } from './loadPortfolio.js'
import { portfolioLimits } from './state.js'

/**
 * Keeps the portfolio of the active account known while something shows it: reads it now, when account or network change,
 * and looks again every 10 s. Not while the page is hidden, and no more once the service says that it is closed (503) or
 * that it does not serve the network. Returns its unsubscribe; the end of the modal ends it too.
 */
export function watchPortfolio(modal: Modal): () => void {
  const { signal, warn } = modal[internals]
  const page = modal.env.window()?.document
  let cancel: (() => void) | undefined
  // of two runs only the newer goes on
  let run = 0

  const look = async (current: number): Promise<void> => {
    const { fault } = await loadPortfolio(modal)
    if (current !== run || signal.aborted || isServiceClosed(fault)) return
    cancel = modal.env.setTimeout(() => begin(), portfolioLimits.poll)
  }
  const begin = (): void => {
    cancel?.()
    cancel = undefined
    run++
    // comes back with the page
    if (modal.getState().status !== 'ready' || page?.visibilityState === 'hidden') return
    look(run).catch(warn)
  }
  const onVisible = (): void => {
    // a look that is planned stays planned
    if (page?.visibilityState === 'visible' && !cancel) begin()
  }
  const stop = (): void => {
    run++
    cancel?.()
    unsubscribe()
    page?.removeEventListener('visibilitychange', onVisible)
    signal.removeEventListener('abort', stop)
  }
  const unsubscribe = modal.subscribe((state, previous) => {
    if (toWatchKey(state) !== toWatchKey(previous)) begin()
  })
  page?.addEventListener('visibilitychange', onVisible)
  signal.addEventListener('abort', stop)
  begin()
  return stop
}
