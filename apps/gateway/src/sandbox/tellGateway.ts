import type { OrderEvent } from '../onramp/orders.js'
import { eventHeaders, sealEvent } from '../onramp/sealEvent.js'

export type TellGateway = {
  readonly url: string
  readonly secret: string
  readonly event: OrderEvent
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly signal: AbortSignal
}

/** Reports to the gateway. False where it has to be told again; what it refuses for good is not told again. */
export async function tellGateway({ url, secret, event, fetch, now, signal }: TellGateway): Promise<boolean> {
  const time = String(now)
  const headers = {
    'content-type': 'application/json',
    [eventHeaders.time]: time,
    [eventHeaders.seal]: sealEvent({ secret, event, time }),
  }
  try {
    const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(event), signal })
    return status < 500 && status !== 429 && status !== 401
  } catch {
    return false // it does not answer now
  }
}
