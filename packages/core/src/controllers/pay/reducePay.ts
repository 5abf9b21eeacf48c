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
  | { readonly type: 'sent'; readonly hash: string }
  | { readonly type: 'confirmed' }
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
    case 'sent':
      return step === 'sending' ? { ...state, step: 'confirming', hash: event.hash } : state
    case 'confirmed':
      return step === 'confirming' ? { ...state, step: 'done' } : state
    case 'ended':
      return step === 'choice' ? { ...state, step: 'failed', error: event.error } : state
    case 'timedOut':
      return step === 'confirming' ? { ...state, step: 'timedOut', error: event.error } : state
    case 'failed':
      return step === 'sending' || step === 'confirming' ? { ...state, step: 'failed', error: event.error } : state
  }
}

function clear({ error: _, ...state }: PayState): PayState {
  return state
}
