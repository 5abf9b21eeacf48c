import type { SendState } from './state.js'

/** Without what was said of the last sending. */
export function clearSend({ error: _, ...state }: SendState): SendState {
  return state
}
