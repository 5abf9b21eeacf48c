import { createHmac, timingSafeEqual } from 'node:crypto'

/** HMAC-SHA-256 of a text, base64url. */
export function toSeal(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}

/** Takes the same time whatever is wrong with it. */
export function isSealed(secret: string, text: string, seal: string): boolean {
  const [own, other] = [Buffer.from(toSeal(secret, text)), Buffer.from(seal)]
  return own.length === other.length && timingSafeEqual(own, other)
}
