import type { SwapRouter } from '../../contracts/features.js'
import type { ErrorCode } from '../../errors/codes.js'
import type { SwapToken, Token } from '../../service/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'

/** Values that the app passed to `open`: tokens by address or symbol, the amount in whole units. [S2.4] */
export type SwapPreset = {
  readonly amount?: string | undefined
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
}

export type SwapSide = 'from' | 'to'

/** A swap of one account on one network. */
export type SwapState = {
  /** Distinguishes this swap from earlier ones. */
  readonly id: number
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  /** Values that the app passed to `open`. Compared by identity. */
  readonly preset?: SwapPreset | undefined
  readonly list: 'loading' | 'ready' | 'failed'
  /** The swappable tokens; the native currency first. */
  readonly tokens: readonly SwapToken[]
  readonly from?: SwapToken | undefined
  readonly to?: SwapToken | undefined
  /** As typed, in whole units. */
  readonly amount: string
  readonly quote: SwapQuoteState
  /** Wei per unit of gas, as decimal digits. */
  readonly gasPrice?: string | undefined
  /** USD per whole unit, by `toSwapAddress` in lower case. */
  readonly prices: { readonly [address: string]: number }
  readonly step: SwapStep
  /** The last request to the wallet. */
  readonly asked?: 'clearing' | 'approving' | 'sending' | undefined
  /** Id of the entry in `openTransfers` once the network is searched, or an approval is not confirmed in time. */
  readonly transferId?: string | undefined
  /** Hash of the swap transaction, once sent. */
  readonly hash?: string | undefined
  /** Why the list failed to load, or the last approval or transaction failed. */
  readonly error?: SwapError | undefined
}

/**
 * Step of a swap; only a `form` can be edited. `clearing`: an older approval is revoked, which some tokens require
 * before a new one. `looking`: the wallet failed in a way that leaves open whether it has sent the transaction in
 * `asked`, so the network is searched for it. `lost`: not found, but may still go through. `void`: can't go through any
 * more.
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

/** The state of the quote. The last offer stays while a newer one loads. */
export type SwapQuoteState =
  | { readonly status: 'none' }
  | { readonly status: 'loading'; readonly offer?: SwapOffer | undefined }
  | { readonly status: 'ready'; readonly offer: SwapOffer }
  | { readonly status: 'failed'; readonly error: SwapError }

/** A current offer. Amounts are atomic units as decimal digits. */
export type SwapOffer = {
  /** Less than typed if the fee has to come out of it: `isReduced`. */
  readonly fromAmount: string
  readonly toAmount: string
  readonly isReduced: boolean
  /** The contract that swaps, and whether it is pinned. */
  readonly router: SwapRouter
  /** The router is not allowed to spend the token yet. */
  readonly needsApproval: boolean
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type SwapError = { readonly code: ErrorCode; readonly message: string }

export const swapLimits = {
  /** Milliseconds from the last keystroke to the quote request. */
  debounce: 200,
  /** Milliseconds for which an offer is valid. */
  refresh: 10_000,
  /** Estimated gas units of a swap. */
  gas: 150_000n,
  /** Max price change against the user, in percent. [S9.5] */
  slippage: 1,
  /** Price impact in percent from which the UI warns. */
  impact: 5,
} as const

/** A quote state without a new offer. */
export type Unquoted = Exclude<SwapState['quote'], { readonly status: 'ready' }>

/** Events of the form. Those that don't fit the current step are ignored. */
export type SwapEvent =
  | {
      readonly type: 'opened'
      readonly address: string
      readonly caipNetworkId: CaipNetworkId
      readonly preset: SwapPreset | undefined
    }
  | { readonly type: 'listing' }
  | { readonly type: 'listed'; readonly tokens: readonly SwapToken[] }
  | { readonly type: 'listFailed'; readonly error: SwapError }
  | { readonly type: 'flipped' }
  | { readonly type: 'typed'; readonly amount: string }
  | { readonly type: 'unquoted'; readonly quote: Unquoted }

/** Applies a form event. Returns the same state if nothing changed. */
export function reduceSwap(state: SwapState | undefined, event: SwapEvent): SwapState | undefined {
  if (event.type === 'opened') return open(state, event)
  if (!state) return state
  switch (event.type) {
    case 'listing':
      return state.list === 'failed' ? { ...clearQuote(state), list: 'loading' } : state
    case 'listed':
      return state.list === 'loading' ? list(state, event.tokens) : state
    case 'listFailed':
      return state.list === 'loading' ? { ...state, list: 'failed', error: event.error } : state
    default:
      return state.step === 'form' ? change(state, event) : state
  }
}

/** Events after the form. Those that don't fit the current step are ignored. */
export type SwapStepEvent =
  | { readonly type: 'priced'; readonly prices: SwapState['prices'] }
  | { readonly type: 'quoted'; readonly offer: SwapOffer; readonly gasPrice: string }
  | { readonly type: 'approving' }
  | { readonly type: 'clearing' }
  | { readonly type: 'cleared' }
  | { readonly type: 'approved' }
  | { readonly type: 'sending' }
  /** It is unknown whether it was sent: the network is searched for it. */
  | { readonly type: 'looking'; readonly transferId: string }
  | { readonly type: 'lost'; readonly error: SwapError }
  | { readonly type: 'void'; readonly error: SwapError }
  /** The user returns to the form after a transaction that failed or can't go through any more. */
  | { readonly type: 'again' }
  | { readonly type: 'sent'; readonly hash: string }
  /** The outcome is not known yet. */
  | { readonly type: 'unconfirmed'; readonly transferId: string; readonly error: SwapError }
  | { readonly type: 'confirmed'; readonly hash: string }
  /** The approval or the swap failed. */
  | { readonly type: 'failed'; readonly error: SwapError }

/** Applies a step event. Returns the same state if nothing changed. */
export function reduceSwapStep(state: SwapState, event: SwapStepEvent): SwapState {
  switch (event.type) {
    case 'priced':
      return { ...state, prices: { ...state.prices, ...event.prices } }
    case 'quoted':
      // `sendSwap` refreshes an outdated quote, too
      return state.quote.status !== 'none' && (state.step === 'form' || state.step === 'sending')
        ? { ...state, quote: { status: 'ready', offer: event.offer }, gasPrice: event.gasPrice }
        : state
    case 'approving':
    case 'sending':
      return state.step === 'form' && 'offer' in state.quote && state.quote.offer
        ? {
            ...clearQuote(state, { status: 'ready', offer: state.quote.offer }),
            step: event.type,
            asked: event.type,
            // of an earlier transaction, which failed
            hash: undefined,
          }
        : state
    case 'clearing':
      return state.step === 'approving' ? { ...state, step: 'clearing', asked: 'clearing' } : state
    case 'cleared':
      return state.step === 'clearing' ? { ...state, step: 'approving', asked: 'approving' } : state
    case 'approved':
      return state.step === 'approving' || state.step === 'clearing' ? { ...state, step: 'form' } : state
    case 'looking':
      return isUnknown(state)
        ? { ...clearQuote(state, state.quote), step: 'looking', transferId: event.transferId }
        : state
    case 'lost':
    case 'void':
      return state.step === 'looking' ? { ...state, step: event.type, error: event.error } : state
    case 'again':
      return state.step === 'void' || (state.step === 'form' && state.error)
        ? { ...clearQuote(state, state.quote), step: 'form' }
        : state
    case 'sent': {
      if (!isUnknown(state) && state.step !== 'confirming') return state
      const sent = clearQuote(state, state.quote)
      // an approval keeps its own step until confirmed
      return state.asked === 'clearing' || state.asked === 'approving'
        ? { ...sent, step: state.asked }
        : { ...sent, step: 'confirming', hash: event.hash }
    }
    case 'unconfirmed':
      if (state.step === 'approving' || state.step === 'clearing')
        return { ...state, step: 'lost', transferId: event.transferId, error: event.error }
      return state.step === 'confirming' ? { ...state, error: event.error } : state
    case 'confirmed':
      return state.step === 'confirming' ? { ...clearQuote(state, state.quote), step: 'done', hash: event.hash } : state
    case 'failed':
      return state.step === 'form' || state.step === 'done' ? state : { ...state, step: 'form', error: event.error }
  }
}

type TokenId = Pick<Token, 'caipNetworkId' | 'address'>

/** Whether both are the same token on the same network. EVM addresses are not case-sensitive. */
export function isSameToken(a: TokenId, b: TokenId): boolean {
  return a.caipNetworkId === b.caipNetworkId && a.address?.toLowerCase() === b.address?.toLowerCase()
}

/** Removes the error and replaces the quote (default: none). */
export function clearQuote(
  { error: _, ...state }: SwapState,
  quote: SwapState['quote'] = { status: 'none' },
): SwapState {
  return { ...state, quote }
}

/** Cuts the amount to the decimals of its token. */
export function fitAmount(swap: SwapState): SwapState {
  return swap.from ? { ...swap, amount: cutDecimals(swap.amount, swap.from.decimals) } : swap
}

type FormEvent = Extract<SwapEvent, { type: 'flipped' | 'typed' | 'unquoted' }>

function change(state: SwapState, event: FormEvent): SwapState {
  switch (event.type) {
    case 'flipped':
      return fitAmount({ ...clearQuote(state), from: state.to, to: state.from })
    case 'typed':
      return event.amount === state.amount ? state : fitAmount({ ...clearQuote(state), amount: event.amount })
    case 'unquoted':
      // a quote that is no longer requested is ignored
      return state.quote.status === 'none' && event.quote.status !== 'loading'
        ? state
        : { ...state, quote: event.quote }
  }
}

function open(state: SwapState | undefined, { type: _, ...target }: Extract<SwapEvent, { type: 'opened' }>): SwapState {
  const isSame = state?.address === target.address && state.caipNetworkId === target.caipNetworkId
  const isBusy = state !== undefined && state.step !== 'form' && state.step !== 'done' && !state.error
  const isFinished =
    state?.step === 'done' ||
    state?.step === 'lost' ||
    state?.step === 'void' ||
    (state?.step === 'confirming' && state.error !== undefined)
  // keep the form as the user left it
  if (isSame && (isBusy || (!isFinished && (target.preset === undefined || target.preset === state.preset))))
    return state
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
  const { preset } = state
  const native = tokens.find(({ address }) => address === undefined)
  const from = findSwapToken(tokens, preset?.fromToken) ?? native
  const to = findSwapToken(tokens, preset?.toToken)
  const isOne = from && to && isSameToken(from, to)
  return fitAmount({
    ...clearQuote(state),
    list: 'ready',
    tokens,
    from: isOne && !preset?.fromToken ? undefined : from,
    to: isOne && preset?.fromToken ? undefined : to,
    amount: state.amount || (preset?.amount ?? ''),
  })
}

/** Whether the wallet was asked and there is no hash yet. */
function isUnknown({ step }: SwapState): boolean {
  return step === 'clearing' || step === 'approving' || step === 'sending' || step === 'looking' || step === 'lost'
}

/** Finds a token by address, or else by symbol. */
function findSwapToken(tokens: readonly SwapToken[], id: string | undefined): SwapToken | undefined {
  if (!id) return undefined
  const text = id.toLowerCase()
  return (
    tokens.find(({ address }) => address?.toLowerCase() === text) ??
    tokens.find(({ symbol }) => symbol.toLowerCase() === text)
  )
}

/** Cuts extra decimals of a typed amount; never rounds. Leaves invalid amounts unchanged. */
function cutDecimals(text: string, decimals: number): string {
  const [, whole, fraction] = /^(\d*)\.(\d*)$/.exec(text) ?? []
  if (whole === undefined || fraction === undefined || fraction.length <= decimals) return text
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
