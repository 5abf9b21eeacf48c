import { z } from 'zod'
import type { Order } from './orders.js'
import { isSealed, toSeal } from './toSeal.js'

const order = z.strictObject({
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
export function sealOrder(value: Order, secret: string): string {
  const text = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${text}.${toSeal(secret, `order.${text}`)}`
}

/** The order of a link, or null where it is not of who has the secret. It may have expired. */
export function parseSealedOrder(sealed: string, secret: string): Order | null {
  const [text = '', seal = '', ...rest] = sealed.split('.')
  if (rest.length > 0 || text.length > 4_000 || !isSealed(secret, `order.${text}`, seal)) return null
  try {
    return order.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    return null // of another version
  }
}
