import { NotConnectedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { type Attempt, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import {
  reduceSwap,
  reduceSwapStep,
  type SwapError,
  type SwapEvent,
  type SwapState,
  type SwapStepEvent,
} from './state.js'

/** Applies a form event to the swap (with `id`: only to that one). Returns the new state; undefined for another id. */
export function setSwap(modal: Modal, event: SwapEvent, id?: number | undefined): SwapState | undefined {
  return updateSwap(modal, (swap) => reduceSwap(swap, event), id)
}

/** Applies a step event to the swap with this `id`. Returns the new state; undefined for another id. */
export function setSwapStep(modal: Modal, event: SwapStepEvent, id: number): SwapState | undefined {
  return updateSwap(modal, (swap) => swap && reduceSwapStep(swap, event), id)
}

/** Updates the swap (with `id`: only that one). Returns the new state; undefined for another id. */
export function updateSwap(
  modal: Modal,
  reduce: (swap: SwapState | undefined) => SwapState | undefined,
  id?: number | undefined,
): SwapState | undefined {
  const { store } = modal[internals]
  if (id !== undefined && store.getState().swap?.id !== id) return undefined
  store.setState((state) => {
    const swap = reduce(state.swap)
    return swap === state.swap ? state : { ...state, swap }
  })
  return store.getState().swap
}

/**
 * Runs an attempt that replaces an older one with the same `key`. Passes the error of the latest one to `fail`. Never
 * rejects.
 */
export async function attemptSwap(
  modal: Modal,
  key: string,
  run: (attempt: Attempt) => Promise<void>,
  fail: (error: SwapError) => void,
): Promise<void> {
  const attempt = beginAttempt(modal, { key, timeout: timeouts.read })
  try {
    await run(attempt)
  } catch (cause) {
    if (attempt.isLatest()) fail(toSwapError(cause))
  } finally {
    attempt.end()
  }
}

/** Returns the swap of the active account and network. Throws `NOT_CONNECTED` if there is none. */
export function requireSwap(modal: Modal): SwapState {
  const state = modal.getState()
  const { swap } = state
  const connection = getConnection(state, 'eip155')
  if (swap?.caipNetworkId !== connection?.caipNetworkId || swap?.address !== connection?.accounts[0].address || !swap)
    throw new NotConnectedError({ details: 'No swap was started with this account on this network.' })
  return swap
}

/** Converts a thrown value to the error in the state. */
export function toSwapError(cause: unknown): SwapError {
  const { code, details, shortMessage } = toLatchkeyError(cause)
  return { code, message: details ?? shortMessage }
}
