import type {
  OnRampOptions,
  OnRampProvider,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from '../../service/blockchain/types.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'

/** A stablecoin pegged to USD, on Ethereum and Polygon. [S3.11] */
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
const limits: PaymentCurrency['payment_method_limits'] = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** [S3.12] */
export const defaultPaymentCurrency: PaymentCurrency = { id: 'USD', payment_method_limits: limits }

export const samplePaymentCurrencies: readonly PaymentCurrency[] = [
  defaultPaymentCurrency,
  { id: 'EUR', payment_method_limits: limits },
]

/** Stands in where nobody can be asked what can be bought: to look at, not to buy. [S8.56] */
export const sampleOptions: OnRampOptions = {
  purchaseCurrencies: [defaultPurchaseCurrency],
  paymentCurrencies: samplePaymentCurrencies,
  providers: [],
}

/** How something of a purchase failed. */
export type OnRampError = AskError & {
  /** Why, in the words of the service; safe to show as text. */
  readonly reason?: string | undefined
}

/** A purchase at a provider. */
export type Purchase = {
  readonly provider: OnRampProvider
  readonly namespace: Namespace
  /** Where the funds go. */
  readonly address: string
  readonly caipNetworkId: CaipNetworkId
  readonly symbol: string
  /** The provider's page, once it is known. */
  readonly url?: string | undefined
  /** The browser opened no window. */
  readonly isBlocked: boolean
  /** The balance from before is known: what comes is noticed. */
  readonly isWatched: boolean
}

/** Buying with a card or from a bank account. [S3.13] */
export type OnRampState = {
  /**
   * `loading`: what can be bought is being asked for. `choosing`: provider, currencies and amount. `asking`: the provider's page
   * is being asked for. `waiting`: the provider has the visitor. `received`: the funds have come. `overdue`: they have not come
   * in the time in which we look. A step with an error is not running.
   */
  readonly step: 'loading' | 'choosing' | 'asking' | 'waiting' | 'received' | 'overdue'
  readonly providers: readonly OnRampProvider[]
  readonly selectedProvider?: OnRampProvider | undefined
  readonly error?: OnRampError | undefined
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** As the visitor typed it, in whole units. */
  readonly paymentAmount?: string | undefined
  /** Decimal text in whole units. */
  readonly purchaseAmount?: string | undefined
  readonly quotesLoading: boolean
  readonly quote?: OnRampQuote | undefined
  /** The currencies are the built-in ones: nobody has offered them. */
  readonly hasSampleOptions: boolean
  /** What shows is no offer of anybody, and cannot be bought. [S8.56] */
  readonly isSample: boolean
  readonly purchase?: Purchase | undefined
}

/** [S3.11] [S3.12] */
export const initialOnRamp: OnRampState = {
  step: 'loading',
  providers: [],
  purchaseCurrency: defaultPurchaseCurrency,
  paymentCurrency: defaultPaymentCurrency,
  purchaseCurrencies: [defaultPurchaseCurrency],
  paymentCurrencies: samplePaymentCurrencies,
  quotesLoading: false,
  hasSampleOptions: false,
  isSample: false,
}

/** Milliseconds. */
export const onRampDelays = {
  /** From the last key to the question for a quote. */
  debounce: 500,
  /** A call, tried once. */
  call: 15_000,
  /** Between two looks at the balance. */
  poll: 5_000,
  /** Cards settle within minutes; who waits for a bank does not stay. */
  purchase: 1_800_000,
} as const

/** Names of what runs. */
export const onRampKeys = { options: 'onramp:options', quote: 'onramp:quote', purchase: 'onramp:purchase' } as const

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

/** Whether the first of two decimal texts, neither of them negative, is the larger. */
export function isMore(a: string, b: string): boolean {
  const [[wholeA = '', fractionA = ''], [wholeB = '', fractionB = '']] = [a.split('.'), b.split('.')]
  const decimals = Math.max(fractionA.length, fractionB.length)
  return BigInt(wholeA + fractionA.padEnd(decimals, '0')) > BigInt(wholeB + fractionB.padEnd(decimals, '0'))
}

export type SampleQuoteRequest = {
  /** Decimal text in whole units of the payment currency. */
  readonly amount: string
  /** Ids or symbols. */
  readonly paymentCurrency: string
  readonly purchaseCurrency: string
}

/** One for one, without fees: how a quote looks, where nobody can be asked. It is never bought at. [S8.56] */
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
