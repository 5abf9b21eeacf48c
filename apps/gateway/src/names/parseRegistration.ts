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
  /** Milliseconds since the epoch, after which what was signed counts for nothing. */
  readonly expiresAt: number
  /** The origin of the page for which it was signed. */
  readonly domain: string
  /** CAIP-2: where the account signs. */
  readonly chainId: string
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
  domain: z
    .url({ protocol: /^https?$/ })
    .max(300)
    .refine((text) => new URL(text).origin === text, 'That is no origin, such as https://app.example.'),
  chainId: z.string().regex(/^eip155:[1-9]\d{0,19}$/),
  /** Seconds. */
  timestamp: z.number().int().positive(),
  expiresAt: z.number().int().positive(),
})

/** What is asked for, by the body of a request. Throws what {@link refuseName} makes. */
export function parseRegistration(value: unknown, zone: string | undefined): Registration {
  const { address, coin_type: coinType, signature, message: text } = check(body, value)
  const signed = check(message, readJson(text), 'message.')
  const name = parseName(signed.name, zone)
  if (name === null) throw refuseName('name', 'A name is made of letters, digits and hyphens, from 4 to 64 of them.')
  const [signedAt, expiresAt] = [signed.timestamp * 1_000, signed.expiresAt * 1_000]
  const { domain, chainId } = signed
  return {
    name,
    coinType,
    address,
    attributes: signed.attributes,
    signedAt,
    expiresAt,
    domain,
    chainId,
    message: text,
    signature,
  }
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
