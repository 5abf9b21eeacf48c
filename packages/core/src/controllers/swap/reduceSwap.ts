import type { SwapToken } from '../../api/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { clearSwap } from './clearSwap.js'
import { findSwapToken } from './findSwapToken.js'
import { fitSwap } from './fitSwap.js'
import { isSameToken } from './isSameToken.js'
import type { SwapFault, SwapState, SwapWish } from './state.js'

/** What is known of the price, as long as there is no new offer. */
export type Unquoted = Exclude<SwapState['quote'], { readonly status: 'ready' }>

/**
 * What happens to the form of a swap; for what becomes of it see reduceSwapStep.ts. What does not fit the step that it is in changes
 * nothing.
 */
export type SwapEvent =
  | {
      readonly type: 'opened'
      readonly address: string
      readonly caipNetworkId: CaipNetworkId
      readonly wish: SwapWish | undefined
    }
  | { readonly type: 'listing' }
  | { readonly type: 'listed'; readonly tokens: readonly SwapToken[] }
  | { readonly type: 'listFailed'; readonly error: SwapFault }
  | { readonly type: 'flipped' }
  | { readonly type: 'typed'; readonly amount: string }
  | { readonly type: 'unquoted'; readonly quote: Unquoted }

/** The swap after an event. Gives the same state where nothing changed. */
export function reduceSwap(state: SwapState | undefined, event: SwapEvent): SwapState | undefined {
  if (event.type === 'opened') return open(state, event)
  if (!state) return state
  switch (event.type) {
    case 'listing':
      return state.list === 'failed' ? { ...clearSwap(state), list: 'loading' } : state
    case 'listed':
      return state.list === 'loading' ? list(state, event.tokens) : state
    case 'listFailed':
      return state.list === 'loading' ? { ...state, list: 'failed', error: event.error } : state
    default:
      return state.step === 'form' ? change(state, event) : state
  }
}

type FormEvent = Extract<SwapEvent, { type: 'flipped' | 'typed' | 'unquoted' }>

function change(state: SwapState, event: FormEvent): SwapState {
  switch (event.type) {
    case 'flipped':
      return fitSwap({ ...clearSwap(state), from: state.to, to: state.from })
    case 'typed':
      return event.amount === state.amount ? state : fitSwap({ ...clearSwap(state), amount: event.amount })
    case 'unquoted':
      // of what nobody asks for any more there is no answer
      return state.quote.status === 'none' && event.quote.status !== 'loading'
        ? state
        : { ...state, quote: event.quote }
  }
}

function open(state: SwapState | undefined, { type: _, ...target }: Extract<SwapEvent, { type: 'opened' }>): SwapState {
  const isSame = state?.address === target.address && state.caipNetworkId === target.caipNetworkId
  const isBusy = state !== undefined && state.step !== 'form' && state.step !== 'done' && !state.error
  const isOver =
    state?.step === 'done' ||
    state?.step === 'lost' ||
    state?.step === 'void' ||
    (state?.step === 'confirming' && state.error !== undefined)
  // coming back to the form finds it as it was left
  if (isSame && (isBusy || (!isOver && (target.wish === undefined || target.wish === state.wish)))) return state
  const fresh: SwapState = {
    ...target,
    id: (state?.id ?? 0) + 1,
    list: 'loading',
    tokens: [],
    amount: '',
    quote: { status: 'none' },
    prices: {},
    step: 'form',
  }
  return isSame && state.list === 'ready' ? list(fresh, state.tokens) : fresh
}

function list(state: SwapState, tokens: readonly SwapToken[]): SwapState {
  const { wish } = state
  const native = tokens.find(({ address }) => address === undefined)
  const from = findSwapToken(tokens, wish?.fromToken) ?? native
  const to = findSwapToken(tokens, wish?.toToken)
  const isOne = from && to && isSameToken(from, to)
  return fitSwap({
    ...clearSwap(state),
    list: 'ready',
    tokens,
    from: isOne && !wish?.fromToken ? undefined : from,
    to: isOne && wish?.fromToken ? undefined : to,
    amount: state.amount || (wish?.amount ?? ''),
  })
}
