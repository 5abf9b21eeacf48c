import { clearSend } from './clearSend.js'
import type { SendState } from './state.js'

/** The form of a transfer, as it was before its preview; what is under way stays. */
export function leaveSend(state: SendState): SendState {
  return state.step === 'preview' ? { ...clearSend(state), step: 'form', fee: { status: 'none' } } : state
}
