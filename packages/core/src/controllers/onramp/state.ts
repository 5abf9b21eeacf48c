import type {
  OnRampOptions,
  OnRampProvider,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from '../../service/blockchain/types.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import type { RequestError } from '../connection/state.js'

/** Buying with a card or from a bank account. [S3.13] */
export type OnRampState = {
  /**
   * `loading`: loads the options. `choosing`: the user chooses provider, currencies and amount. `asking`: requests the
   * provider's page. `waiting`: the user pays at the provider. `received`: the funds have arrived. `overdue`: they did
   * not arrive in time. A step with an error has stopped.
   */
  readonly step: 'loading' | 'choosing' | 'asking' | 'waiting' | 'received' | 'overdue'
  readonly providers: readonly OnRampProvider[]
  readonly selectedProvider?: OnRampProvider | undefined
  readonly error?: OnRampError | undefined
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** The network of the active account for which the currencies were listed; the quote is for it, too. */
  readonly caipNetworkId?: CaipNetworkId | undefined
  /** Which of the two amounts the user enters; the other one is from the quote. */
  readonly enteredAmount: 'payment' | 'purchase'
  /** In whole units: as typed, or a decimal string from the quote. */
  readonly paymentAmount?: string | undefined
  /** In whole units: as typed, or a decimal string from the quote. */
  readonly purchaseAmount?: string | undefined
  readonly quotesLoading: boolean
  readonly quote?: OnRampQuote | undefined
  /** The currencies are built-in samples, not from the service. */
  readonly hasSampleOptions: boolean
  /** The quote is a sample and cannot be bought. [S8.56] */
  readonly isSample: boolean
  readonly purchase?: Purchase | undefined
}

/** Why a request of the purchase failed. */
export type OnRampError = RequestError & {
  /** The reason given by the service; safe to show as text. */
  readonly reason?: string | undefined
}

/** A purchase at a provider. */
export type Purchase = {
  readonly provider: OnRampProvider
  readonly namespace: Namespace
  /** Address that receives the funds. */
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  readonly symbol: string
  /** The provider's page, once it is known. */
  readonly url?: string | undefined
  /** The browser blocked the pop-up. */
  readonly isBlocked: boolean
  /** The balance before the purchase is known, so that the arrival of funds can be detected. */
  readonly isWatched: boolean
}

/** USDC on Ethereum and Polygon. [S3.11] */
export const defaultPurchaseCurrency: PurchaseCurrency = {
  id: 'USDC',
  name: 'USD Coin',
  symbol: 'USDC',
  networks: [
    {
      name: 'ethereum',
      display_name: 'Ethereum',
      chain_id: '1',
      contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    {
      name: 'polygon',
      display_name: 'Polygon',
      chain_id: '137',
      contract_address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    },
  ],
}

/** [S9.4] */
const paymentLimits: PaymentCurrency['payment_method_limits'] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** [S3.12] */
export const defaultPaymentCurrency: PaymentCurrency = { id: 'USD', payment_method_limits: paymentLimits }

const samplePaymentCurrencies: readonly PaymentCurrency[] = [
  defaultPaymentCurrency,
  { id: 'EUR', payment_method_limits: paymentLimits },
]

/** Shown when the service is unavailable; cannot be bought. [S8.56] */
export const sampleOptions: OnRampOptions = {
  purchaseCurrencies: [defaultPurchaseCurrency],
  paymentCurrencies: samplePaymentCurrencies,
  providers: [],
}

/** [S3.11] [S3.12] */
export const initialOnRamp: OnRampState = {
  step: 'loading',
  providers: [],
  purchaseCurrency: defaultPurchaseCurrency,
  paymentCurrency: defaultPaymentCurrency,
  purchaseCurrencies: [defaultPurchaseCurrency],
  paymentCurrencies: samplePaymentCurrencies,
  enteredAmount: 'payment',
  quotesLoading: false,
  hasSampleOptions: false,
  isSample: false,
}

/** Milliseconds. */
export const onRampDelays = {
  /** From the last keystroke to the quote request. */
  debounce: 500,
  /** Timeout of a request. */
  call: 15_000,
  /** Polling interval of the balance. */
  poll: 5_000,
  /** Timeout of a purchase: cards settle within minutes, and users don't wait for a bank transfer. */
  purchase: 1_800_000,
} as const

/** Keys of attempts and timers. */
export const onRampKeys = { options: 'onramp:options', quote: 'onramp:quote', purchase: 'onramp:purchase' } as const

/** Events of a purchase. Those that don't fit the current step are ignored. */
export type OnRampEvent =
  | { readonly type: 'opened' }
  | {
      readonly type: 'listed'
      readonly options: OnRampOptions
      readonly isSample: boolean
      readonly caipNetworkId?: CaipNetworkId | undefined
    }
  | { readonly type: 'providerChosen'; readonly provider: OnRampProvider }
  | { readonly type: 'purchaseCurrencyChosen'; readonly currency: PurchaseCurrency }
  | { readonly type: 'paymentCurrencyChosen'; readonly currency: PaymentCurrency }
  | { readonly type: 'paymentAmountChanged'; readonly amount: string }
  | { readonly type: 'purchaseAmountChanged'; readonly amount: string }
  | { readonly type: 'quoteAsked' }
  | { readonly type: 'quoted'; readonly quote: OnRampQuote; readonly isSample: boolean }
  | { readonly type: 'failed'; readonly error: OnRampError }
  | { readonly type: 'purchaseStarted'; readonly purchase: Purchase }
  /** The URL of the provider's page arrived; `isWatched`: the balance before the purchase is known. */
  | { readonly type: 'pageKnown'; readonly url: string; readonly isWatched: boolean }
  | { readonly type: 'windowOpened'; readonly isBlocked: boolean }
  | { readonly type: 'received' }
  | { readonly type: 'overdue' }
  | { readonly type: 'purchaseEnded' }
  | { readonly type: 'reset' }

/** Applies an event to the purchase. Returns the same state if nothing changed. */
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

type SampleQuoteRequest = {
  /** Decimal string in whole units of either currency. */
  readonly amount: string
  /** Ids or symbols. */
  readonly paymentCurrency: string
  readonly purchaseCurrency: string
}

/** Creates a sample quote: one to one, without fees. Cannot be bought. [S8.56] */
export function toSampleQuote({ amount, paymentCurrency, purchaseCurrency }: SampleQuoteRequest): OnRampQuote {
  const paid = { amount, currency: paymentCurrency }
  return {
    networkFee: { amount: '0', currency: paymentCurrency },
    paymentSubtotal: paid,
    paymentTotal: paid,
    purchaseAmount: { amount, currency: purchaseCurrency },
    quoteId: 'sample',
  }
}

function list(
  state: OnRampState,
  { options, isSample, caipNetworkId }: OnRampEvent & { readonly type: 'listed' },
): OnRampState {
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
    caipNetworkId,
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
    case 'paymentAmountChanged':
      return withoutQuote({ ...state, enteredAmount: 'payment', paymentAmount: event.amount })
    case 'purchaseAmountChanged':
      return withoutQuote({ ...state, enteredAmount: 'purchase', purchaseAmount: event.amount })
    case 'quoteAsked':
      return { ...state, quotesLoading: true, error: undefined }
    case 'quoted': {
      const { quote } = event
      const isSample = state.hasSampleOptions || event.isSample
      const amount =
        state.enteredAmount === 'payment'
          ? { purchaseAmount: quote.purchaseAmount.amount }
          : { paymentAmount: quote.paymentTotal?.amount }
      return { ...state, ...amount, quote, isSample, quotesLoading: false }
    }
    case 'purchaseStarted':
      return { ...state, step: 'asking', error: undefined, purchase: event.purchase }
    default:
      return state
  }
}

/** Applies an event after the user has clicked Buy. */
function buy(state: OnRampState, event: OnRampEvent): OnRampState {
  const { step, purchase } = state
  if (!purchase || step === 'loading') return state
  switch (event.type) {
    case 'purchaseStarted':
      // a retry
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

/** Removes the quote and the amount from it, which do not apply to a changed choice. */
function withoutQuote(state: OnRampState): OnRampState {
  return {
    ...state,
    ...(state.enteredAmount === 'payment' ? { purchaseAmount: undefined } : { paymentAmount: undefined }),
    error: undefined,
    quote: undefined,
    quotesLoading: false,
    isSample: state.hasSampleOptions,
  }
}
