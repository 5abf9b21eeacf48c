import type { SwapRouter } from '../../contracts/features.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { SwapToken, Token } from '../../service/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'

/** What the visitor wants to swap, as `open` was told. Tokens by address or symbol, the amount in whole units. [S2.4] */
export type SwapWish = {
  readonly amount?: string | undefined
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
}

export type SwapSide = 'from' | 'to'

/** What one token gives of the other right now. Amounts are atomic units as decimal digits. */
export type SwapOffer = {
  /** Less than was typed where the fee has to come out of it: `isReduced`. */
  readonly fromAmount: string
  readonly toAmount: string
  readonly isReduced: boolean
  /** The contract that swaps, and whether the app knows it. */
  readonly router: SwapRouter
  /** The router may not take the token yet. */
  readonly needsApproval: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type SwapFault = { readonly code: ErrorCode; readonly message: string }

/** An offer stays while a newer one is asked for. */
export type SwapQuoteState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly offer?: SwapOffer | undefined }
  | { readonly status: 'ready'; readonly offer: SwapOffer }
  | { readonly status: 'failed'; readonly error: SwapFault }

/**
 * How far the swap has come: while it is no form nothing of it can be changed. `clearing`: what the token allowed before is taken
 * back, as it allows nothing new before that. `looking`: the wallet failed without saying whether it has sent what `asked` names, and the
 * network is searched for it. `lost`: it was not found, and may still go through. `void`: it can't go through any more.
 */
export type SwapStep =
  | 'form'
  | 'clearing'
  | 'approving'
  | 'sending'
  | 'looking'
  | 'lost'
  | 'void'
  | 'confirming'
  | 'done'

/** A swap of one account on one network. */
export type SwapState = {
  /** Tells this swap from the one before. */
  readonly id: number
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  readonly wish?: SwapWish | undefined
  readonly list: 'loading' | 'ready' | 'failed'
  /** What can be swapped; the native currency first. */
  readonly tokens: readonly SwapToken[]
  readonly from?: SwapToken | undefined
  readonly to?: SwapToken | undefined
  /** As it was typed. */
  readonly amount: string
  readonly quote: SwapQuoteState
  /** Wei per unit of gas, as decimal digits. */
  readonly gasPrice?: string | undefined
  /** USD per whole unit, by `toSwapAddress` in lower case. */
  readonly prices: { readonly [address: string]: number }
  readonly step: SwapStep
  /** What the wallet was asked for last. */
  readonly asked?: 'clearing' | 'approving' | 'sending' | undefined
  /** The id among `openTransfers` of one that is looked for. */
  readonly transferId?: string | undefined
  /** Of the transaction that swaps, once it is sent. */
  readonly hash?: string | undefined
  /** Why there is no list, or what became of the last approval or sending. */
  readonly error?: SwapFault | undefined
}

export const swapLimits = {
  /** Milliseconds from the last key to the question. */
  debounce: 200,
  /** Milliseconds for which an offer holds. */
  refresh: 10_000,
  /** Units of gas that a swap is taken to need. */
  gas: 150_000n,
  /** Per cent that the price may move against the visitor. [S9.5] */
  slippage: 1,
  /** Per cent of the value from which a loss by the price is pointed out. */
  impact: 5,
} as const

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

/** Without what was said of the swap as it was before. */
export function clearSwap(
  { error: _, ...state }: SwapState,
  quote: SwapState['quote'] = { status: 'none' },
): SwapState {
  return { ...state, quote }
}

/** The token of an address or, where there is none, of a symbol. */
export function findSwapToken(tokens: readonly SwapToken[], wanted: string | undefined): SwapToken | undefined {
  if (!wanted) return undefined
  const text = wanted.toLowerCase()
  return (
    tokens.find(({ address }) => address?.toLowerCase() === text) ??
    tokens.find(({ symbol }) => symbol.toLowerCase() === text)
  )
}

/** The swap with an amount that has no more decimals than its token. */
export function fitSwap(swap: SwapState): SwapState {
  return swap.from ? { ...swap, amount: cutDecimals(swap.amount, swap.from.decimals) } : swap
}

type Place = Pick<Token, 'caipNetworkId' | 'address'>

/** Whether both are one token on one network. Addresses of EVM are the same in any case of their letters. */
export function isSameToken(a: Place, b: Place): boolean {
  return a.caipNetworkId === b.caipNetworkId && a.address?.toLowerCase() === b.address?.toLowerCase()
}

/** A typed amount without the decimals that a token does not have: cut, never rounded. Other texts stay as they are. */
export function cutDecimals(text: string, decimals: number): string {
  const [, whole, fraction] = /^(\d*)\.(\d*)$/.exec(text) ?? []
  if (whole === undefined || fraction === undefined || fraction.length <= decimals) return text
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
