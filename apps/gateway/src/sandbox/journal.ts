import type { Order } from '../onramp/orders.js'

/** How far the sandbox is with an order. */
export type Delivery = {
  readonly order: Order
  /**
   * `paid`: nothing was sent yet. `sending`: something may have been sent; it is never made anew. `funded` and `failed` are the
   * ends.
   */
  readonly status: 'paid' | 'sending' | 'funded' | 'failed'
  /** The signed transaction, where it can be sent again without being made again. */
  readonly raw?: string | undefined
  readonly hash?: string | undefined
  /** Whether the gateway has heard all of it. */
  readonly isTold: boolean
}

/** What has to outlive the process, so that nothing is delivered twice. */
export type Journal = {
  /** Takes the order for whoever asks first; false for all others. */
  readonly claim: (delivery: Delivery) => Promise<boolean>
  readonly write: (delivery: Delivery) => Promise<void>
  readonly read: (id: string) => Promise<Delivery | undefined>
  readonly list: () => Promise<readonly Delivery[]>
}
