import { NotConnectedError } from '../../errors/connection.js'
import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { type Attempt, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import {
  reduceSwap,
  reduceSwapStep,
  type SwapEvent,
  type SwapFault,
  type SwapState,
  type SwapStepEvent,
} from './state.js'

/** Tells the form of the swap what happened; with `id` only that swap. Gives what it then is. */
export function setSwap(modal: Modal, event: SwapEvent, id?: number | undefined): SwapState | undefined {
  return updateSwap(modal, (swap) => reduceSwap(swap, event), id)
}

/** Tells the swap with this `id`, if that is still the one, what became of it. Gives what it then is. */
export function setSwapStep(modal: Modal, event: SwapStepEvent, id: number): SwapState | undefined {
  return updateSwap(modal, (swap) => swap && reduceSwapStep(swap, event), id)
}

/** Puts what `reduce` makes of the swap in its place; with `id` only of that swap. Gives what it then is. */
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

/** Does what waits for an answer; of two with one `key` only the newer lives. A fault of that one goes to `fail`. Never rejects. */
export async function attemptSwap(
  modal: Modal,
  key: string,
  run: (attempt: Attempt) => Promise<void>,
  fail: (error: SwapFault) => void,
): Promise<void> {
  const attempt = beginAttempt(modal, { key, deadline: deadlines.read })
  try {
    await run(attempt)
  } catch (cause) {
    const error = toSwapFault(toLatchkeyError(cause))
    if (attempt.isLatest()) fail(error)
  } finally {
    attempt.end()
  }
}

/** The swap, of the account and network that are active. Throws `NOT_CONNECTED` where there is none of them. */
export function requireSwap(modal: Modal): SwapState {
  const state = modal.getState()
  const { swap } = state
  const connection = getConnection(state, 'eip155')
  if (swap?.caipNetworkId !== connection?.caipNetworkId || swap?.address !== connection?.accounts[0].address || !swap)
    throw new NotConnectedError({ details: 'No swap was begun with this account on this network.' })
  return swap
}

/** An error as plain data. */
export function toSwapFault({ code, details, shortMessage }: LatchkeyError): SwapFault {
  return { code, message: details ?? shortMessage }
}
