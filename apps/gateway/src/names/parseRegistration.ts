import { z } from 'zod'
import type { NameAttributes } from './nameProfile.js'
import { parseName } from './parseName.js'
import { refuseName } from './refuseName.js'

export type Registration = {
  readonly name: string
  readonly coinType: number
  readonly address: string
  readonly attributes: NameAttributes
  /** Milliseconds since the epoch, by whom signed it. */
  readonly signedAt: number
  /** The text that was signed, as it was. */
  readonly message: string
  readonly signature: string
}

const body = z.object({
  coin_type: z.number().int().nonnegative(),
  address: z.string().regex(/^0x[0-9a-f]{40}$/i),
  message: z.string().max(2_000),
  signature: z.string().regex(/^0x(?:[0-9a-f]{2}){1,24576}$/i),
})

const attributes = z.object({
  avatar: z
    .url({ protocol: /^https$/ })
    .max(500)
    .optional(),
  bio: z.string().max(280).optional(),
})

const message = z.object({
  name: z.string(),
  attributes: attributes.default({}),
  /** Seconds, or milliseconds. */
  timestamp: z.number().int().positive(),
})

/** From here on a number is of milliseconds: as seconds it would be the year 5138. */
const firstMilliseconds = 100_000_000_000

/** What is asked for, by the body of a request. Throws what {@link refuseName} makes. */
export function parseRegistration(value: unknown, zone: string | undefined): Registration {
  const { address, coin_type: coinType, signature, message: text } = check(body, value)
  const signed = check(message, readJson(text), 'message.')
  const name = parseName(signed.name, zone)
  if (name === null) throw refuseName('name', 'A name is made of letters, digits and hyphens, from 4 to 64 of them.')
  const signedAt = signed.timestamp < firstMilliseconds ? signed.timestamp * 1_000 : signed.timestamp
  return { name, coinType, address, attributes: signed.attributes, signedAt, message: text, signature }
}

function check<output>(schema: z.ZodType<output>, value: unknown, prefix = ''): output {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw refuseName(`${prefix}${issue?.path.join('.') || 'body'}`, issue?.message ?? 'It is not good.')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema says what is wrong with that
  }
}
