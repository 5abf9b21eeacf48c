import type { Token } from '../../api/blockchain/types.js'
import { clearSend } from './clearSend.js'
import { leaveSend } from './leaveSend.js'
import type { SendFault, SendState } from './state.js'

/** What becomes of a form that is filled in. What does not fit the step that the transfer is in changes nothing. */
export type SendStepEvent =
  /** Of `open`: read before it can be shown. */
  | { readonly type: 'tokenRead'; readonly token: Token }
  | { readonly type: 'reviewed' }
  | { readonly type: 'feeRead'; readonly value: string }
  | { readonly type: 'feeFailed'; readonly error: SendFault }
  /** The visitor goes back to the form. */
  | { readonly type: 'left' }
  | { readonly type: 'sending' }
  /** Nothing was sent. */
  | { readonly type: 'refused'; readonly error: SendFault }
  /** Nobody knows whether it was sent: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SendFault }
  | { readonly type: 'void'; readonly error: SendFault }
  /** The user sends again what can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  /** Nobody knows yet what became of it. */
  | { readonly type: 'unconfirmed'; readonly error: SendFault }
  | { readonly type: 'confirmed'; readonly hash: string }
  /** The network has refused it. */
  | { readonly type: 'failed'; readonly error: SendFault }

/** The transfer after an event. Gives the same state where nothing changed. */
export function reduceSendStep(state: SendState, event: SendStepEvent): SendState {
  switch (event.type) {
    case 'tokenRead':
      return state.step === 'form' && state.tokenStatus === 'loading'
        ? { ...state, tokenStatus: 'ready', token: event.token }
        : state
    case 'reviewed':
      return state.step === 'form' && state.token && state.receiver.status === 'ready'
        ? { ...clearSend(state), step: 'preview', fee: { status: 'loading' } }
        : state
    case 'feeRead':
      return state.step === 'preview' ? { ...state, fee: { status: 'ready', value: event.value } } : state
    case 'feeFailed':
      return state.step === 'preview' ? { ...state, fee: { status: 'failed', error: event.error } } : state
    case 'left':
      return leaveSend(state)
    case 'sending':
      return state.step === 'preview' ? { ...clearSend(state), step: 'sending' } : state
    case 'refused':
      return isUnknown(state) ? { ...state, step: 'preview', error: event.error } : state
    case 'looking':
      return isUnknown(state) ? { ...clearSend(state), step: 'looking', transferId: event.transferId } : state
    case 'lost':
    case 'void':
      return state.step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return state.step === 'void' ? { ...clearSend(state), step: 'preview', fee: { status: 'loading' } } : state
    case 'sent':
      return isUnknown(state) || state.step === 'confirming'
        ? { ...clearSend(state), step: 'confirming', hash: event.hash }
        : state
    case 'unconfirmed':
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clearSend(state), step: 'done', hash: event.hash } : state
    case 'failed':
      return state.step === 'confirming' ? { ...state, step: 'failed', error: event.error } : state
  }
}

/** The wallet was asked, and there is no hash. */
function isUnknown({ step }: SendState): boolean {
  return step === 'sending' || step === 'looking' || step === 'lost'
}
