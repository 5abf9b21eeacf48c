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
  clearQuote,
  fitAmount,
  isSameToken,
  type SwapError,
  type SwapPreset,
  type SwapSide,
  type SwapState,
  swapLimits,
} from './state.js'
import { attemptSwap, setSwap, updateSwap } from './update.js'

/**
 * Keeps a swap of the active account up to date while something shows it: starts it, again when the account or the
 * network changes, and polls quotes once there is an amount. EVM only. Returns its unsubscribe.
 */
export function watchSwap(modal: Modal, preset?: SwapPreset | undefined): () => void {
  const watching = new AbortController()
  const { signal } = watching
  let known: string | undefined
  let isPolling = false

  const update = (): void => {
    const state = modal.getState()
    const connection = state.status === 'ready' ? getConnection(state, 'eip155') : undefined
    const address = connection?.accounts[0].address
    const key = `${connection?.caipNetworkId}:${address}`
    if (state.swap?.amount && !isPolling) {
      isPolling = true
      watchSwapQuote(modal, signal)
    }
    if (key === known) return
    known = key
    if (!connection || !address) return
    setSwap(modal, { type: 'opened', caipNetworkId: connection.caipNetworkId, address, preset })
    void loadSwap(modal)
  }
  const unsubscribe = modal.subscribe(update)
  const stopPortfolio = watchPortfolio(modal)
  const stop = (): void => {
    watching.abort()
    unsubscribe()
    stopPortfolio()
  }
  modal[internals].signal.addEventListener('abort', stop, { signal })
  update()
  return stop
}

/**
 * Loads the swappable tokens of the network, then a quote. Never rejects: failures go to `swap.error`, and the next
 * call retries.
 */
export async function loadSwap(modal: Modal): Promise<void> {
  const swap = setSwap(modal, { type: 'listing' })
  if (swap?.list !== 'loading') return fetchSwapQuote(modal)
  const { id, caipNetworkId } = swap
  const fail = (error: SwapError): void => void setSwap(modal, { type: 'listFailed', error }, id)
  return attemptSwap(
    modal,
    'swap-list',
    async (attempt) => {
      const found = await attempt.race(readSwapTokens(modal, { caipNetworkId, signal: attempt.signal }))
      const tokens = found.filter((token) => token.caipNetworkId === caipNetworkId)
      if (tokens.length === 0) return fail({ code: 'SWAP_NOT_SUPPORTED', message: caipNetworkId })
      const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
      setSwap(modal, { type: 'listed', tokens: network ? withNative(tokens, network) : tokens }, id)
      await fetchSwapQuote(modal)
    },
    fail,
  )
}

/** Chooses the token of one side, or clears it. Choosing the other side's token swaps the two. */
export function chooseSwapToken(modal: Modal, choice: SwapTokenChoice): void {
  updateSwap(modal, (swap) => setSwapToken(swap, choice))
  void fetchSwapQuote(modal)
}

/** Sets the amount to spend as the user types, in whole units; requests a quote 200 ms after the last keystroke. */
export function setSwapAmount(modal: Modal, amount: string): void {
  setSwap(modal, { type: 'typed', amount: amount.trim() })
  setTimer(modal, 'swap-typed', () => void fetchSwapQuote(modal), swapLimits.debounce)
}

/** Reverses the direction of the swap. */
export function flipSwap(modal: Modal): void {
  setSwap(modal, { type: 'flipped' })
  void fetchSwapQuote(modal)
}

/** `token: undefined` clears the side. */
type SwapTokenChoice = { readonly side: SwapSide; readonly token: SwapToken | undefined }

/** Sets or clears the token of one side; the other side's token swaps the two. Only in the form. */
export function setSwapToken(swap: SwapState | undefined, { side, token }: SwapTokenChoice): SwapState | undefined {
  if (swap?.step !== 'form') return swap
  const other = side === 'from' ? 'to' : 'from'
  const before = swap[other]
  const isOther = before !== undefined && token !== undefined && isSameToken(before, token)
  return fitAmount({ ...clearQuote(swap), [side]: token, [other]: isOther ? swap[side] : before })
}

type ReadSwapTokensRequest = { readonly caipNetworkId: CaipNetworkId; readonly signal: AbortSignal }

/** Reads the swappable tokens of a network; none if the service does not serve it. [S5.13] */
export async function readSwapTokens(modal: Modal, request: ReadSwapTokensRequest): Promise<readonly SwapToken[]> {
  const isServed = await isChainServed(modal, request.caipNetworkId, request.signal)
  return isServed ? fetchSwapTokens(modal, request) : []
}

/** Puts the native currency first, whether the service lists it or not, and removes duplicates. */
function withNative(tokens: readonly SwapToken[], network: Network): readonly SwapToken[] {
  const { caipNetworkId, nativeCurrency } = network
  const native = tokens.find(({ address }) => address === undefined)
  const others = tokens.filter(
    (token, index) => token.address !== undefined && tokens.findIndex((other) => isSameToken(other, token)) === index,
  )
  // the decimals come from the app's network, not from the service
  return [{ caipNetworkId, ...nativeCurrency, ...native, decimals: nativeCurrency.decimals }, ...others]
}
