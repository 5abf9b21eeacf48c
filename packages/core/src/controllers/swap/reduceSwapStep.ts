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
  /** Nobody knows whether it was sent: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SwapFault }
  | { readonly type: 'void'; readonly error: SwapFault }
  /** Back to the form, after something that can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  /** Nobody knows yet what became of it. */
  | { readonly type: 'unconfirmed'; readonly error: SwapFault }
  | { readonly type: 'confirmed'; readonly hash: string }
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
        ? { ...clearSwap(state, { status: 'ready', offer: state.quote.offer }), step: event.type, asked: event.type }
        : state
    case 'clearing':
      return state.step === 'approving' ? { ...state, step: 'clearing', asked: 'clearing' } : state
    case 'cleared':
      return state.step === 'clearing' ? { ...state, step: 'approving', asked: 'approving' } : state
    case 'approved':
      return state.step === 'approving' || state.step === 'clearing' ? { ...state, step: 'form' } : state
    case 'looking':
      return isUnknown(state)
        ? { ...clearSwap(state, state.quote), step: 'looking', transferId: event.transferId }
        : state
    case 'lost':
    case 'void':
      return state.step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return state.step === 'void' ? { ...clearSwap(state, state.quote), step: 'form' } : state
    case 'sent': {
      if (!isUnknown(state) && state.step !== 'confirming') return state
      const sent = clearSwap(state, state.quote)
      // an approval shows as itself until the network has it
      return state.asked === 'clearing' || state.asked === 'approving'
        ? { ...sent, step: state.asked }
        : { ...sent, step: 'confirming', hash: event.hash }
    }
    case 'unconfirmed':
      if (state.step === 'approving' || state.step === 'clearing') return { ...state, step: 'lost', error: event.error }
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clearSwap(state, state.quote), step: 'done', hash: event.hash } : state
    case 'failed':
      return state.step === 'form' || state.step === 'done' ? state : { ...state, step: 'form', error: event.error }
  }
}

/** The wallet was asked, and there is no hash. */
function isUnknown({ step }: SwapState): boolean {
  return step === 'clearing' || step === 'approving' || step === 'sending' || step === 'looking' || step === 'lost'
}
