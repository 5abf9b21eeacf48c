import type { SendFault } from '../send/state.js'
import type { PayOption, PayState } from './state.js'

/** What happens to a payment. What does not fit the step that it is in changes nothing. */
export type PayEvent =
  | { readonly type: 'opened'; readonly options: readonly PayOption[] }
  | { readonly type: 'chosen'; readonly selected: number }
  | { readonly type: 'feeAsked' }
  | { readonly type: 'feeRead'; readonly value: string }
  | { readonly type: 'feeFailed'; readonly error: SendFault }
  | { readonly type: 'sending' }
  /** The wallet was not asked to pay: it may be tried again. */
  | { readonly type: 'refused'; readonly error: SendFault }
  /** Nobody knows whether it was paid: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SendFault }
  | { readonly type: 'void'; readonly error: SendFault }
  /** The user pays again what can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  | { readonly type: 'confirmed'; readonly hash: string }
  | { readonly type: 'failed'; readonly error: SendFault }
  | { readonly type: 'timedOut'; readonly error: SendFault }
  /** Nobody waits for it any more, and nothing was sent. */
  | { readonly type: 'ended'; readonly error: SendFault }

/** The payment after an event. Gives the same state where nothing changed. */
export function reducePay(state: PayState | undefined, event: PayEvent): PayState | undefined {
  if (event.type === 'opened')
    return { id: (state?.id ?? 0) + 1, options: event.options, selected: 0, fee: { status: 'none' }, step: 'choice' }
  if (!state) return state
  const { step } = state
  switch (event.type) {
    case 'chosen':
      return step === 'choice' && event.selected !== state.selected && event.selected in state.options
        ? { ...clear(state), selected: event.selected, fee: { status: 'none' } }
        : state
    case 'feeAsked':
      return step === 'choice' ? { ...state, fee: { status: 'loading' } } : state
    case 'feeRead':
      return step === 'choice' ? { ...state, fee: { status: 'ready', value: event.value } } : state
    case 'feeFailed':
      return step === 'choice' ? { ...state, fee: { status: 'failed', error: event.error } } : state
    case 'sending':
      return step === 'choice' ? { ...clear(state), step: 'sending' } : state
    case 'refused':
      return step === 'sending' ? { ...state, step: 'choice', error: event.error } : state
    case 'looking':
      return isUnknown(state) ? { ...clear(state), step: 'looking', transferId: event.transferId } : state
    case 'lost':
    case 'void':
      return step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return step === 'void' ? { ...clear(state), step: 'choice', fee: { status: 'none' } } : state
    case 'sent':
      return isUnknown(state) || step === 'timedOut' ? { ...clear(state), step: 'confirming', hash: event.hash } : state
    case 'confirmed':
      return step === 'confirming' ? { ...state, step: 'done', hash: event.hash } : state
    case 'ended':
      return step === 'choice' || step === 'void' ? { ...state, step: 'failed', error: event.error } : state
    case 'timedOut':
      return step === 'confirming' ? { ...state, step: 'timedOut', error: event.error } : state
    case 'failed':
      return isUnknown(state) || step === 'confirming' ? { ...state, step: 'failed', error: event.error } : state
  }
}

/** The wallet was asked, and there is no hash. */
function isUnknown({ step }: PayState): boolean {
  return step === 'sending' || step === 'looking' || step === 'lost'
}

function clear({ error: _, ...state }: PayState): PayState {
  return state
}
