import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import type { OrderEvent } from '../api/onramp.js'
import { GatewayError } from '../errors.js'
import type { Order } from './orders.js'

/** HMAC-SHA-256 of a text, base64url. */
function toHmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Compares in constant time. */
function isHmac(secret: string, text: string, hmac: string): boolean {
  const [own, other] = [Buffer.from(toHmac(secret, text)), Buffer.from(hmac)]
  return own.length === other.length && timingSafeEqual(own, other)
}

const orderSchema = z.strictObject({
  id: z.uuid(),
  network: z.string().max(100),
  address: z.string().max(100),
  token: z.string().max(100).optional(),
  symbol: z.string().max(64),
  decimals: z.int().min(0).max(36),
  amount: z.string().regex(/^[1-9]\d{0,77}$/),
  payment: z.object({ amount: z.string().max(32), currency: z.string().max(3) }),
  expires: z.int(),
})

/** Signs an order for the browser to pass to the provider. */
export function signOrder(value: Order, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${toHmac(secret, `order.${text}`)}`
}

/** Verifies and parses a signed order; null if the signature is invalid. The order may have expired. */
export function parseSignedOrder(signed: string, secret: string): Order | null {
  const [text = '', hmac = '', ...rest] = signed.split('.')
  if (rest.length > 0 || text.length > 4_000 || !isHmac(secret, `order.${text}`, hmac)) return null
  try {
    return orderSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null // signed by another version
  }
}

/** Milliseconds by which the time of a report may differ from ours, in either direction. */
const eventLifetime = 300_000

/** Headers of a provider's report. */
export const eventHeaders = { time: 'x-latchkey-time', signature: 'x-latchkey-signature' } as const

type SignedEvent = {
  readonly secret: string
  readonly event: OrderEvent
  /** Milliseconds since the epoch, as in the header. */
  readonly time: string
}

export function signEvent(options: SignedEvent): string {
  return toHmac(options.secret, toSignedText(options))
}

function isEventSigned({
  signature,
  now,
  ...options
}: SignedEvent & { readonly signature: string; readonly now: number }): boolean {
  const time = /^\d{1,15}$/.test(options.time) ? Number(options.time) : Number.NaN
  return Math.abs(now - time) <= eventLifetime && isHmac(options.secret, toSignedText(options), signature)
}

/** Joins the fields by dots, which none of them contains. */
function toSignedText({ event: { id, order, status, hash = '' }, time }: SignedEvent): string {
  return ['event', time, id, order, status, hash].join('.')
}

type EventSender = {
  readonly headers: IncomingHttpHeaders
  /** Without one, the provider cannot report. */
  readonly secret: string | undefined
  readonly now: number
}

/** Throws 401 unless the provider signed the event, just now. */
export function assertEventSigned(event: OrderEvent, { headers, secret, now }: EventSender): void {
  const [time, signature] = [String(headers[eventHeaders.time] ?? ''), String(headers[eventHeaders.signature] ?? '')]
  if (secret !== undefined && isEventSigned({ secret, event, time, signature, now })) return
  throw new GatewayError('The report is not signed by the provider.', { status: 401, code: 'NOT_SIGNED' })
}
