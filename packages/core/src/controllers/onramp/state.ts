import type { OnRampProvider, OnRampQuote, PaymentCurrency, PurchaseCurrency } from '../../api/blockchain/types.js'
import type { CaipNetworkId, Namespace } from '../../utils/caip.js'
import type { AskError } from '../connection/state.js'
import { defaultPaymentCurrency, defaultPurchaseCurrency, samplePaymentCurrencies } from './samples.js'

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
