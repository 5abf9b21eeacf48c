import type { Network } from '../../contracts/network.js'
import { setTimer } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { isChainServed } from '../../service/blockchain/client.js'
import { fetchSwapTokens } from '../../service/blockchain/swaps.js'
import type { SwapToken } from '../../service/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { watchPortfolio } from '../portfolio/portfolio.js'
import { fetchSwapQuote, watchSwapQuote } from './quote.js'
import {
  clearSwap,
  fitSwap,
  isSameToken,
  type SwapFault,
  type SwapSide,
  type SwapState,
  type SwapWish,
  swapLimits,
} from './state.js'
import { attemptSwap, setSwap, updateSwap } from './update.js'

/** Reads what can be swapped on the network of the swap. Never rejects: a fault is in `swap.error`, and the next call tries again. */
export async function loadSwap(modal: Modal): Promise<void> {
  const swap = setSwap(modal, { type: 'listing' })
  if (swap?.list !== 'loading') return fetchSwapQuote(modal)
  const { id, caipNetworkId } = swap
  const fail = (error: SwapFault): void => void setSwap(modal, { type: 'listFailed', error }, id)
  return attemptSwap(
    modal,
    'swap-list',
    async (attempt) => {
      const found = await attempt.race(readSwapTokens(modal, { caipNetworkId, signal: attempt.signal }))
      const own = found.filter((token) => token.caipNetworkId === caipNetworkId)
      if (own.length === 0) return fail({ code: 'SWAP_NOT_SUPPORTED', message: caipNetworkId })
      const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
      setSwap(modal, { type: 'listed', tokens: network ? withNative(own, network) : own }, id)
      await fetchSwapQuote(modal)
    },
    fail,
  )
}

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

/** Takes a token for one side; that of the other side changes places with it. */
export function chooseSwapToken(modal: Modal, choice: { side: SwapSide; token: SwapToken }): void {
  updateSwap(modal, (swap) => takeSwapToken(swap, choice))
  void fetchSwapQuote(modal)
}

/** Takes what was typed as the amount to give; asks for its price 200 ms after the last key. */
export function setSwapAmount(modal: Modal, amount: string): void {
  setSwap(modal, { type: 'typed', amount: amount.trim() })
  setTimer(modal, 'swap-typed', () => void fetchSwapQuote(modal), swapLimits.debounce)
}

/** Swaps the other way round. */
export function flipSwap(modal: Modal): void {
  setSwap(modal, { type: 'flipped' })
  void fetchSwapQuote(modal)
}

/** The swap with a token on one side; that of the other side changes places with it. Only of a form. */
export function takeSwapToken(
  swap: SwapState | undefined,
  { side, token }: { readonly side: SwapSide; readonly token: SwapToken },
): SwapState | undefined {
  if (swap?.step !== 'form') return swap
  const other = side === 'from' ? 'to' : 'from'
  const before = swap[other]
  const isOther = before !== undefined && isSameToken(before, token)
  return fitSwap({ ...clearSwap(swap), [side]: token, [other]: isOther ? swap[side] : before })
}

export type ReadSwapTokensRequest = { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal }

/** What can be swapped on a network; nothing on one that the service does not serve. [S5.13] */
export async function readSwapTokens(modal: Modal, request: ReadSwapTokensRequest): Promise<readonly SwapToken[]> {
  const isServed = await isChainServed(modal, request.caipNetworkId, request.signal)
  return isServed ? fetchSwapTokens(modal, request) : []
}

/** The tokens of a network, each once, its native currency first, whether the service has named it or not. */
export function withNative(tokens: readonly SwapToken[], network: Network): readonly SwapToken[] {
  const { caipNetworkId, nativeCurrency } = network
  const native = tokens.find(({ address }) => address === undefined)
  const others = tokens.filter(
    (token, index) => token.address !== undefined && tokens.findIndex((other) => isSameToken(other, token)) === index,
  )
  // of the app's own network the service is not asked how many decimals it has
  return [{ caipNetworkId, ...nativeCurrency, ...native, decimals: nativeCurrency.decimals }, ...others]
}
