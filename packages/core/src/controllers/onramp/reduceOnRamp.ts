import type {
  OnRampOptions,
  OnRampProvider,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from '../../api/blockchain/types.js'
import { initialOnRamp, type OnRampError, type OnRampState, type Purchase } from './state.js'

/** What happens while something is bought. What does not fit the step changes nothing. */
export type OnRampEvent =
  | { readonly type: 'opened' }
  | { readonly type: 'listed'; readonly options: OnRampOptions; readonly isSample: boolean }
  | { readonly type: 'providerChosen'; readonly provider: OnRampProvider }
  | { readonly type: 'purchaseCurrencyChosen'; readonly currency: PurchaseCurrency }
  | { readonly type: 'paymentCurrencyChosen'; readonly currency: PaymentCurrency }
  | { readonly type: 'amountChanged'; readonly amount: string }
  | { readonly type: 'quoteAsked' }
  | { readonly type: 'quoted'; readonly quote: OnRampQuote; readonly isSample: boolean }
  | { readonly type: 'failed'; readonly error: OnRampError }
  | { readonly type: 'purchaseStarted'; readonly purchase: Purchase }
  /** The provider's page is known; `isWatched`: so is the balance from before. */
  | { readonly type: 'pageKnown'; readonly url: string; readonly isWatched: boolean }
  | { readonly type: 'windowOpened'; readonly isBlocked: boolean }
  | { readonly type: 'received' }
  | { readonly type: 'overdue' }
  | { readonly type: 'purchaseEnded' }
  | { readonly type: 'reset' }

/** Where a purchase is after an event. Gives the same state where nothing changed. */
export function reduceOnRamp(state: OnRampState, event: OnRampEvent): OnRampState {
  switch (event.type) {
    case 'reset':
      return initialOnRamp
    case 'opened':
      return state.step === 'loading' && !state.error ? state : { ...withoutQuote(state), step: 'loading' }
    case 'listed':
      return state.step === 'loading' ? list(state, event) : state
    case 'failed':
      return state.step === 'choosing'
        ? { ...withoutQuote(state), error: event.error }
        : { ...state, error: event.error }
    default:
      return state.step === 'choosing' ? choose(state, event) : buy(state, event)
  }
}

function list(state: OnRampState, { options, isSample }: OnRampEvent & { readonly type: 'listed' }): OnRampState {
  const { purchaseCurrencies, paymentCurrencies, providers = [] } = options
  const find = <item, key>(
    list: readonly item[],
    old: item | undefined,
    toKey: (item: item) => key,
  ): item | undefined => list.find((item) => old !== undefined && toKey(item) === toKey(old))
  const purchase = find(purchaseCurrencies, state.purchaseCurrency, ({ id }) => id) ?? purchaseCurrencies[0]
  const payment = find(paymentCurrencies, state.paymentCurrency, ({ id }) => id) ?? paymentCurrencies[0]
  return {
    ...withoutQuote(state),
    step: 'choosing',
    providers,
    selectedProvider: find(providers, state.selectedProvider, ({ name }) => name),
    purchaseCurrencies,
    paymentCurrencies,
    purchaseCurrency: purchase ?? initialOnRamp.purchaseCurrency,
    paymentCurrency: payment ?? initialOnRamp.paymentCurrency,
    hasSampleOptions: isSample,
    isSample,
    purchase: undefined,
  }
}

function choose(state: OnRampState, event: OnRampEvent): OnRampState {
  switch (event.type) {
    case 'providerChosen':
      return { ...withoutQuote(state), selectedProvider: event.provider }
    case 'purchaseCurrencyChosen':
      return { ...withoutQuote(state), purchaseCurrency: event.currency }
    case 'paymentCurrencyChosen':
      return { ...withoutQuote(state), paymentCurrency: event.currency }
    case 'amountChanged':
      return { ...withoutQuote(state), paymentAmount: event.amount }
    case 'quoteAsked':
      return { ...state, quotesLoading: true, error: undefined }
    case 'quoted': {
      const { quote } = event
      const isSample = state.hasSampleOptions || event.isSample
      return { ...state, quote, isSample, purchaseAmount: quote.purchaseAmount.amount, quotesLoading: false }
    }
    case 'purchaseStarted':
      return { ...state, step: 'asking', error: undefined, purchase: event.purchase }
    default:
      return state
  }
}

/** What happens once the visitor has pressed Buy. */
function buy(state: OnRampState, event: OnRampEvent): OnRampState {
  const { step, purchase } = state
  if (!purchase || step === 'loading') return state
  switch (event.type) {
    case 'purchaseStarted':
      // tried again
      return { ...state, step: 'asking', error: undefined, purchase: event.purchase }
    case 'pageKnown': {
      const { url, isWatched } = event
      return step === 'asking' && !state.error
        ? { ...state, step: 'waiting', purchase: { ...purchase, url, isWatched } }
        : state
    }
    case 'windowOpened':
      return { ...state, purchase: { ...purchase, isBlocked: event.isBlocked } }
    case 'received':
      return step === 'waiting' ? { ...state, step: 'received' } : state
    case 'overdue':
      return step === 'waiting' ? { ...state, step: 'overdue' } : state
    case 'purchaseEnded':
      return { ...withoutQuote(state), step: 'choosing', purchase: undefined }
    default:
      return state
  }
}

/** A quote is for just what was chosen. */
function withoutQuote(state: OnRampState): OnRampState {
  return {
    ...state,
    error: undefined,
    quote: undefined,
    purchaseAmount: undefined,
    quotesLoading: false,
    isSample: state.hasSampleOptions,
  }
}
