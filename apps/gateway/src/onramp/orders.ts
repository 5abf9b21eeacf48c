/** What was bought, as the provider is told of it. Times in milliseconds since the epoch. */
export type Order = {
  readonly id: string
  /** CAIP-2. */
  readonly network: string
  /** Who gets it. */
  readonly address: string
  /** Contract; undefined for the native currency. */
  readonly token?: string | undefined
  readonly symbol: string
  readonly decimals: number
  /** Atomic units. */
  readonly amount: string
  /** What is paid: decimal text. */
  readonly payment: { readonly amount: string; readonly currency: string }
  /** Until when it can be paid. */
  readonly expires: number
}

/** `paid` follows `created`; after `funded` and `failed` comes nothing. */
export type OrderStatus = 'created' | 'paid' | 'funded' | 'failed'

/** What a provider reports of an order. */
export type OrderEvent = {
  /** The same for the same report, however often it is sent. */
  readonly id: string
  readonly order: string
  readonly status: Exclude<OrderStatus, 'created'>
  /** Of the transaction that brought it. */
  readonly hash?: string | undefined
}
