import type { OrderEvent } from './orders.js'
import { isSealed, toSeal } from './toSeal.js'

/** Milliseconds that a report may be under way, either way: clocks differ. */
const validity = 300_000

/** Headers that say who reports, and when. */
export const eventHeaders = { time: 'x-latchkey-time', seal: 'x-latchkey-signature' } as const

export type SealedEvent = {
  readonly secret: string
  readonly event: OrderEvent
  /** Milliseconds since the epoch, as the header has it. */
  readonly time: string
}

export function sealEvent(options: SealedEvent): string {
  return toSeal(options.secret, toText(options))
}

/** Whether a report is of who has the secret, and of now. */
export function isEventSealed({
  seal,
  now,
  ...options
}: SealedEvent & { readonly seal: string; readonly now: number }): boolean {
  const time = /^\d{1,15}$/.test(options.time) ? Number(options.time) : Number.NaN
  return Math.abs(now - time) <= validity && isSealed(options.secret, toText(options), seal)
}

/** The fields have no full stop in them. */
function toText({ event: { id, order, status, hash = '' }, time }: SealedEvent): string {
  return ['event', time, id, order, status, hash].join('.')
}
