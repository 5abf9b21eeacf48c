import type { SwapToken } from '../../api/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { cutDecimals } from './cutDecimals.js'
import { findSwapToken } from './findSwapToken.js'
import { isSameToken } from './isSameToken.js'
import type { SwapFault, SwapOffer, SwapSide, SwapState, SwapWish } from './state.js'

/** What happens to a swap. What does not fit the step that it is in changes nothing. */
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
  | { readonly type: 'chosen'; readonly side: SwapSide; readonly token: SwapToken }
  | { readonly type: 'flipped' }
  | { readonly type: 'typed'; readonly amount: string }
  | { readonly type: 'priced'; readonly prices: SwapState['prices'] }
  | { readonly type: 'quoting' }
  | { readonly type: 'quoted'; readonly offer: SwapOffer; readonly gasPrice: string }
  | { readonly type: 'quoteFailed'; readonly error: SwapFault }
  /** There is nothing to ask for. */
  | { readonly type: 'unquoted' }
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
export function reduceSwap(state: SwapState | undefined, event: SwapEvent): SwapState | undefined {
  if (event.type === 'opened') return open(state, event)
  if (!state) return state
  switch (event.type) {
    case 'listing':
      return state.list === 'failed' ? { ...clear(state), list: 'loading' } : state
    case 'listed':
      return state.list === 'loading' ? list(state, event.tokens) : state
    case 'listFailed':
      return state.list === 'loading' ? { ...state, list: 'failed', error: event.error } : state
    case 'priced':
      return { ...state, prices: { ...state.prices, ...event.prices } }
    case 'unconfirmed':
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clear(state, state.quote), step: 'done' } : state
    case 'sent':
      return state.step === 'sending' ? { ...state, step: 'confirming', hash: event.hash } : state
    case 'clearing':
      return state.step === 'approving' ? { ...state, step: 'clearing' } : state
    case 'cleared':
      return state.step === 'clearing' ? { ...state, step: 'approving' } : state
    case 'approved':
      return state.step === 'approving' ? { ...state, step: 'form' } : state
    case 'failed':
      return state.step === 'form' || state.step === 'done' ? state : { ...state, step: 'form', error: event.error }
    case 'quoted':
      // the sending itself asks, too
      return state.quote.status !== 'none' && (state.step === 'form' || state.step === 'sending')
        ? { ...state, quote: { status: 'ready', offer: event.offer }, gasPrice: event.gasPrice }
        : state
    default:
      return state.step === 'form' ? change(state, event) : state
  }
}

type FormEvent = Extract<
  SwapEvent,
  { type: 'chosen' | 'flipped' | 'typed' | 'quoting' | 'quoteFailed' | 'unquoted' | 'approving' | 'sending' }
>

function change(state: SwapState, event: FormEvent): SwapState {
  switch (event.type) {
    case 'chosen':
      return choose(state, event)
    case 'flipped':
      return fit({ ...clear(state), from: state.to, to: state.from })
    case 'typed':
      return event.amount === state.amount ? state : fit({ ...clear(state), amount: event.amount })
    case 'quoting':
      return { ...state, quote: { status: 'loading', offer: 'offer' in state.quote ? state.quote.offer : undefined } }
    case 'quoteFailed':
      return state.quote.status === 'none' ? state : { ...state, quote: { status: 'failed', error: event.error } }
    case 'unquoted':
      return state.quote.status === 'none' ? state : { ...state, quote: { status: 'none' } }
    case 'approving':
    case 'sending':
      return 'offer' in state.quote && state.quote.offer
        ? { ...clear(state, { status: 'ready', offer: state.quote.offer }), step: event.type }
        : state
  }
}

function open(state: SwapState | undefined, { type: _, ...target }: Extract<SwapEvent, { type: 'opened' }>): SwapState {
  const isSame = state?.address === target.address && state.caipNetworkId === target.caipNetworkId
  const isBusy = state !== undefined && state.step !== 'form' && state.step !== 'done' && !state.error
  const isOver = state?.step === 'done' || (state?.step === 'confirming' && state.error !== undefined)
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
  return fit({
    ...clear(state),
    list: 'ready',
    tokens,
    from: isOne && !wish?.fromToken ? undefined : from,
    to: isOne && wish?.fromToken ? undefined : to,
    amount: state.amount || (wish?.amount ?? ''),
  })
}

function choose(state: SwapState, { side, token }: Extract<SwapEvent, { type: 'chosen' }>): SwapState {
  const other = side === 'from' ? 'to' : 'from'
  const before = state[other]
  // the token of the other side changes places
  const isOther = before !== undefined && isSameToken(before, token)
  return fit({ ...clear(state), [side]: token, [other]: isOther ? state[side] : before })
}

/** Without what was said of the swap as it was before. */
function clear({ error: _, ...state }: SwapState, quote: SwapState['quote'] = { status: 'none' }): SwapState {
  return { ...state, quote }
}

/** An amount has no more decimals than its token. */
function fit(state: SwapState): SwapState {
  return state.from ? { ...state, amount: cutDecimals(state.amount, state.from.decimals) } : state
}
