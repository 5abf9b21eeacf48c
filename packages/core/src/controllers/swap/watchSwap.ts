import { internals, type Modal } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { watchPortfolio } from '../portfolio/watchPortfolio.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { loadSwap } from './loadSwap.js'
import { setSwap } from './setSwap.js'
import { type SwapWish, swapLimits } from './state.js'

/**
 * Keeps a swap of the active account up to date while something shows it: begins it, anew where the account or the network
 * changes, and asks for its price every 10 seconds while the page can be seen. Only on EVM. Returns its unsubscribe.
 */
export function watchSwap(modal: Modal, wish?: SwapWish | undefined): () => void {
  let cancel: (() => void) | undefined
  const page = modal.env.window()?.document
  const isHidden = (): boolean => page?.visibilityState === 'hidden'
  const wait = (): void => {
    cancel?.()
    cancel = modal.env.setTimeout(() => {
      cancel = undefined
      // asked again when it is seen
      if (isHidden()) return
      void fetchSwapQuote(modal)
      wait()
    }, swapLimits.refresh)
  }
  const onVisible = (): void => {
    if (isHidden() || cancel) return
    void fetchSwapQuote(modal)
    wait()
  }
  const begin = (): void => {
    const state = modal.getState()
    const connection = state.status === 'ready' ? getConnection(state, 'eip155') : undefined
    if (!connection) return
    const { caipNetworkId, accounts } = connection
    setSwap(modal, { type: 'opened', caipNetworkId, address: accounts[0].address, wish })
    void loadSwap(modal)
  }
  const toKey = (): string => {
    const connection = getConnection(modal.getState(), 'eip155')
    return connection ? `${modal.getState().status}:${connection.caipNetworkId}:${connection.accounts[0].address}` : ''
  }

  let known = toKey()
  begin()
  const unsubscribe = modal.subscribe(() => {
    const key = toKey()
    if (key === known) return
    known = key
    begin()
  })
  const stopPortfolio = watchPortfolio(modal)
  page?.addEventListener('visibilitychange', onVisible)
  wait()
  const stop = (): void => {
    ended.removeEventListener('abort', stop)
    unsubscribe()
    stopPortfolio()
    page?.removeEventListener('visibilitychange', onVisible)
    cancel?.()
  }
  const { signal: ended } = modal[internals]
  ended.addEventListener('abort', stop)
  return stop
}
