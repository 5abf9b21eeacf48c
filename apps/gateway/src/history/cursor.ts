import { z } from 'zod'
import { GatewayFault } from '../http/GatewayFault.js'

/** Where a page ends: the next one begins behind it. */
export type Cursor = {
  /** Milliseconds. */
  readonly minedAt: number
  readonly chain: string
  readonly height: number
  readonly position: number
}

const count = z.int().min(0)
/** `integer` of PostgreSQL. */
const place = z.int().min(0).max(2_147_483_647)
const schema = z.tuple([count, z.string().regex(/^[\w:-]{1,64}$/), count, place])

export function toCursor({ minedAt, chain, height, position }: Cursor): string {
  return Buffer.from(JSON.stringify([minedAt, chain, height, position])).toString('base64url')
}

/** Throws 400 for one that was not given here. */
export function parseCursor(text: string): Cursor {
  try {
    const [minedAt, chain, height, position] = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { minedAt, chain, height, position }
  } catch (cause) {
    throw new GatewayFault('cursor: is none of this list.', { status: 400, code: 'BAD_REQUEST', cause })
  }
}
