import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { GatewayError } from '../errors.js'
import { parseInput } from '../http/route.js'
import type { Order, OrderEvent } from './orders.js'

/** HMAC-SHA-256 of a text, base64url. */
function toHmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Takes the same time whatever is wrong with it. */
function isHmac(secret: string, text: string, seal: string): boolean {
  const [own, other] = [Buffer.from(toHmac(secret, text)), Buffer.from(seal)]
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

/** An order that a browser carries to the provider: nobody can change it. */
export function signOrder(value: Order, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${toHmac(secret, `order.${text}`)}`
}

/** The order of a link, or null where it is not of who has the secret. It may have expired. */
export function parseSignedOrder(sealed: string, secret: string): Order | null {
  const [text = '', seal = '', ...rest] = sealed.split('.')
  if (rest.length > 0 || text.length > 4_000 || !isHmac(secret, `order.${text}`, seal)) return null
  try {
    return orderSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null // of another version
  }
}

/** Milliseconds that a report may be under way, either way: clocks differ. */
const eventLifetime = 300_000

/** Headers that say who reports, and when. */
export const eventHeaders = { time: 'x-latchkey-time', seal: 'x-latchkey-signature' } as const

type SignedEvent = {
  readonly secret: string
  readonly event: OrderEvent
  /** Milliseconds since the epoch, as the header has it. */
  readonly time: string
}

export function signEvent(options: SignedEvent): string {
  return toHmac(options.secret, toSignedText(options))
}

/** Whether a report is of who has the secret, and of now. */
function isEventSigned({
  seal,
  now,
  ...options
}: SignedEvent & { readonly seal: string; readonly now: number }): boolean {
  const time = /^\d{1,15}$/.test(options.time) ? Number(options.time) : Number.NaN
  return Math.abs(now - time) <= eventLifetime && isHmac(options.secret, toSignedText(options), seal)
}

/** The fields have no full stop in them. */
function toSignedText({ event: { id, order, status, hash = '' }, time }: SignedEvent): string {
  return ['event', time, id, order, status, hash].join('.')
}

const word = z.string().regex(/^[\w-]{1,100}$/)

const eventSchema = z.object({
  id: word,
  order: word,
  status: z.enum(['paid', 'funded', 'failed']),
  hash: word.optional(),
})

type EventSender = {
  readonly headers: IncomingHttpHeaders
  /** Without one, nobody can report. */
  readonly secret: string | undefined
  readonly now: number
}

/** What a provider reports. Throws 400, and 401 where it is not the provider's or is not of now. */
export function parseEvent(body: unknown, { headers, secret, now }: EventSender): OrderEvent {
  const event = parseInput(eventSchema, body)
  const [time, seal] = [String(headers[eventHeaders.time] ?? ''), String(headers[eventHeaders.seal] ?? '')]
  if (secret !== undefined && isEventSigned({ secret, event, time, seal, now })) return event
  throw new GatewayError('That is not signed by the provider.', { status: 401, code: 'NOT_SIGNED' })
}
