import { clearSwap } from './clearSwap.js'
import type { SwapFault, SwapOffer, SwapState } from './state.js'

/** What becomes of a form that is filled in. What does not fit the step that the swap is in changes nothing. */
export type SwapStepEvent =
  | { readonly type: 'priced'; readonly prices: SwapState['prices'] }
  | { readonly type: 'quoted'; readonly offer: SwapOffer; readonly gasPrice: string }
  | { readonly type: 'approving' }
  | { readonly type: 'clearing' }
  | { readonly type: 'cleared' }
  | { readonly type: 'approved' }
  | { readonly type: 'sending' }
  | { readonly type: 'sent'; readonly hash: string }
  /** Nobody knows yet what became of it. */
  | { readonly type: 'unconfirmed'; readonly error: SwapFault }
  | { readonly type: 'confirmed' }
  /** The approval or the swap did not happen. */
  | { readonly type: 'failed'; readonly error: SwapFault }

/** The swap after an event. Gives the same state where nothing changed. */
export function reduceSwapStep(state: SwapState, event: SwapStepEvent): SwapState {
  switch (event.type) {
    case 'priced':
      return { ...state, prices: { ...state.prices, ...event.prices } }
    case 'quoted':
      // the sending itself asks, too
      return state.quote.status !== 'none' && (state.step === 'form' || state.step === 'sending')
        ? { ...state, quote: { status: 'ready', offer: event.offer }, gasPrice: event.gasPrice }
        : state
    case 'approving':
    case 'sending':
      return state.step === 'form' && 'offer' in state.quote && state.quote.offer
        ? { ...clearSwap(state, { status: 'ready', offer: state.quote.offer }), step: event.type }
        : state
    case 'clearing':
      return state.step === 'approving' ? { ...state, step: 'clearing' } : state
    case 'cleared':
      return state.step === 'clearing' ? { ...state, step: 'approving' } : state
    case 'approved':
      return state.step === 'approving' ? { ...state, step: 'form' } : state
    case 'sent':
      return state.step === 'sending' ? { ...state, step: 'confirming', hash: event.hash } : state
    case 'unconfirmed':
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clearSwap(state, state.quote), step: 'done' } : state
    case 'failed':
      return state.step === 'form' || state.step === 'done' ? state : { ...state, step: 'form', error: event.error }
  }
}
