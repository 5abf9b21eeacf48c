import { z } from 'zod'
import { type Statement, statementVersion } from '../../protocol/statement.js'

/** 32 bytes, base64url in its one spelling. */
const coordinate = z.string().refine((text) => {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.byteLength === 32 && bytes.toString('base64url') === text
})

const schema = z.strictObject({
  v: z.literal(statementVersion),
  method: z.string().min(1).max(32),
  params: z.unknown(),
  project: z.string().min(1).max(64),
  origin: z.string().min(1).max(255),
  key: z.strictObject({ x: coordinate, y: coordinate }),
  iat: z.int().nonnegative(),
  jti: z.string().regex(/^[0-9a-f]{32}$/),
})

/** Reads what a device signed, or null. */
export function parseStatement(text: string): Statement | null {
  try {
    const { success, data } = schema.safeParse(JSON.parse(text))
    return success ? { ...data, params: data.params } : null
  } catch {
    return null // no JSON, or deeper than can be read
  }
}
