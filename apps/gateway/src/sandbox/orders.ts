import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderEvent } from '../api/onramp.js'
import type { Order } from '../onramp/orders.js'
import { eventHeaders, signEvent } from '../onramp/signing.js'
import type { Deliver } from './delivery.js'
import type { Delivery, Journal } from './journal.js'

type GatewayReport = {
  readonly url: string
  readonly secret: string
  readonly event: OrderEvent
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

/** Reports an event to the gateway. False if the report has to be retried; final rejections are not retried. */
async function reportToGateway({ url, secret, event, fetch, now, signal }: GatewayReport): Promise<boolean> {
  const time = String(now)
  const headers = {
    'content-type': 'application/json',
    [eventHeaders.time]: time,
    [eventHeaders.signature]: signEvent({ secret, event, time }),
  }
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(event), signal })
    return status < 500 && status !== 429 && status !== 401
  } catch {
    return false // the gateway is unavailable
  }
}

type OrderProcessorOptions = {
  readonly journal: Journal
  readonly deliver: Deliver
  readonly fetch: typeof globalThis.fetch
  readonly secret: string
  readonly webhookUrl: string
  readonly now: () => number
  readonly warn: (cause: unknown) => void
  readonly signal: AbortSignal
}

export type OrderProcessor = {
  /** Accepts the payment of an order. Paying again changes nothing: an order is delivered once. */
  readonly pay: (order: Order) => Promise<void>
  readonly find: (id: string) => Promise<Delivery | undefined>
  /** Resumes deliveries that were pending when the process ended. */
  readonly resume: () => Promise<void>
  /** Resolves when no delivery is running, which is soon after the signal. */
  readonly idle: () => Promise<void>
}

/** Milliseconds before a retry, first and longest. */
const retryDelays = { first: 500, max: 30_000 } as const

/** Processes orders from payment to the final report. */
export function createOrderProcessor({
  journal,
  deliver,
  signal,
  warn,
  ...gateway
}: OrderProcessorOptions): OrderProcessor {
  const running = new Set<Promise<void>>()

  const untilDone = async <value>(attempt: () => Promise<value | undefined>): Promise<value> => {
    for (let pause: number = retryDelays.first; ; pause = Math.min(2 * pause, retryDelays.max)) {
      signal.throwIfAborted()
      const result = await attempt().catch((cause: unknown) => {
        if (!signal.aborted) warn(cause)
        return undefined
      })
      if (result !== undefined) return result
      await sleep(pause, undefined, { signal })
    }
  }
  const report = async ({ order, hash }: Delivery, status: OrderEvent['status']): Promise<void> => {
    const event = { id: `${order.id}-${status}`, order: order.id, status, ...(hash !== undefined && { hash }) }
    const { webhookUrl: url, secret, fetch } = gateway
    await untilDone(
      async () => (await reportToGateway({ url, secret, fetch, event, now: gateway.now(), signal })) || undefined,
    )
  }
  const run = async (initial: Delivery): Promise<void> => {
    // deliver even if the gateway is unavailable
    const paid = report(initial, 'paid')
    paid.catch(() => undefined)
    const ended = await untilDone(() => deliver(initial))
    await paid
    if (ended.status === 'funded' || ended.status === 'failed') await report(ended, ended.status)
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
