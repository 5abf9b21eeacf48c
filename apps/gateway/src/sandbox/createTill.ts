import { setTimeout as sleep } from 'node:timers/promises'
import type { Order, OrderEvent } from '../onramp/orders.js'
import type { Deliver } from './createDeliverer.js'
import type { Delivery, Journal } from './journal.js'
import { tellGateway } from './tellGateway.js'

export type TillOptions = {
  readonly journal: Journal
  readonly deliver: Deliver
  readonly fetch: typeof globalThis.fetch
  readonly secret: string
  readonly webhookUrl: string
  readonly now: () => number
  readonly warn: (cause: unknown) => void
  readonly signal: AbortSignal
}

export type Till = {
  /** Takes the money for an order. Paid again, it stays as it is: an order is delivered once. */
  readonly pay: (order: Order) => Promise<void>
  readonly find: (id: string) => Promise<Delivery | undefined>
  /** Goes on with what was under way when the process ended. */
  readonly resume: () => Promise<void>
  /** Settles when nothing is under way any more, which is soon after the signal. */
  readonly idle: () => Promise<void>
}

/** Milliseconds before something is tried again, at first and at most. */
const pauses = { first: 500, most: 30_000 } as const

/** Orders from their payment to the last report of them. */
export function createTill({ journal, deliver, signal, warn, ...gateway }: TillOptions): Till {
  const running = new Set<Promise<void>>()

  const untilDone = async <value>(attempt: () => Promise<value | undefined>): Promise<value> => {
    for (let pause: number = pauses.first; ; pause = Math.min(2 * pause, pauses.most)) {
      signal.throwIfAborted()
      const result = await attempt().catch((cause: unknown) => {
        if (!signal.aborted) warn(cause)
        return undefined
      })
      if (result !== undefined) return result
      await sleep(pause, undefined, { signal })
    }
  }
  const tell = async ({ order, hash }: Delivery, status: OrderEvent['status']): Promise<void> => {
    const event = { id: `${order.id}-${status}`, order: order.id, status, ...(hash !== undefined && { hash }) }
    const { webhookUrl: url, secret, fetch } = gateway
    await untilDone(
      async () => (await tellGateway({ url, secret, fetch, event, now: gateway.now(), signal })) || undefined,
    )
  }
  const run = async (begun: Delivery): Promise<void> => {
    // what was paid is delivered whether or not the gateway answers
    const paid = tell(begun, 'paid')
    paid.catch(() => undefined)
    const ended = await untilDone(() => deliver(begun))
    await paid
    if (ended.status === 'funded' || ended.status === 'failed') await tell(ended, ended.status)
    await journal.write({ ...ended, isTold: true })
  }
  const start = (delivery: Delivery): void => {
    const work = run(delivery).catch((cause: unknown) => {
      if (!signal.aborted) warn(cause)
    })
    running.add(work)
    void work.then(() => running.delete(work))
  }
  return {
    async pay(order) {
      const delivery: Delivery = { order, status: 'paid', isTold: false }
      if (await journal.claim(delivery)) start(delivery)
    },
    find: journal.read,
    async resume() {
      for (const delivery of await journal.list()) if (!delivery.isTold) start(delivery)
    },
    idle: async () => void (await Promise.all(running)),
  }
}
