import { internals, type Modal } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { watchPortfolio } from '../portfolio/watchPortfolio.js'
import { fetchSwapQuote } from './fetchSwapQuote.js'
import { loadSwap } from './loadSwap.js'
import { setSwap } from './setSwap.js'
import type { SwapWish } from './state.js'
import { watchSwapQuote } from './watchSwapQuote.js'

/**
 * Keeps a swap of the active account up to date while something shows it: begins it, anew where the account or the network
 * changes, and has its price asked for from the first amount on. Only on EVM. Returns its unsubscribe.
 */
export function watchSwap(modal: Modal, wish?: SwapWish | undefined): () => void {
  const watching = new AbortController()
  const { signal } = watching
  let known: string | undefined
  let isAsking = false

  const follow = (): void => {
    const state = modal.getState()
    const connection = state.status === 'ready' ? getConnection(state, 'eip155') : undefined
    const address = connection?.accounts[0].address
    const key = `${connection?.caipNetworkId}:${address}`
    if (state.swap?.amount && !isAsking) {
      isAsking = true
      watchSwapQuote(modal, () => fetchSwapQuote(modal), signal)
    }
    if (key === known) return
    known = key
    if (!connection || !address) return
    setSwap(modal, { type: 'opened', caipNetworkId: connection.caipNetworkId, address, wish })
    void loadSwap(modal)
  }
  const unsubscribe = modal.subscribe(follow)
  const stopPortfolio = watchPortfolio(modal)
  const stop = (): void => {
    watching.abort()
    unsubscribe()
    stopPortfolio()
  }
  modal[internals].signal.addEventListener('abort', stop, { signal })
  follow()
  return stop
}
