import type { CaipNetworkId } from '@latchkey/core'
import { z } from 'zod'
import type { CheckSignature } from '../chains/signatures.js'
import { GatewayError } from '../errors.js'
import type { NameAttributes, NameStore } from './store.js'

type Registry = {
  readonly store: NameStore
  readonly check: CheckSignature
  readonly zone: string | undefined
  readonly now: number
}

type RegisterNameOptions = {
  readonly body: unknown
  /** Of the page that asks, as its browser says. */
  readonly origin: string | undefined
  readonly signal: AbortSignal
}

/** Milliseconds for which a signature counts at most. Clocks may differ by as much. */
const signatureLifetime = 300_000

/**
 * Gives a name to the address that has signed for it: for this page, this chain, and no longer than five minutes. Throws why not: 400,
 * 401, or 409 where it belongs to another address.
 */
export async function registerName(
  { store, check, zone, now }: Registry,
  { body, origin, signal }: RegisterNameOptions,
): Promise<void> {
  const { message, signature, domain, chainId, expiresAt, ...claim } = parseRegistration(body, zone)
  if (Math.abs(now - claim.signedAt) > signatureLifetime)
    throw refuseName('message.timestamp', 'That was not signed in the last five minutes.', 401)
  if (expiresAt <= now || expiresAt - claim.signedAt > signatureLifetime)
    throw refuseName('message.expiresAt', 'That has expired, or is valid for more than five minutes.', 401)
  if (origin !== domain)
    throw refuseName('message.domain', 'That was signed for another page than the one that asks.', 401)
  const caipNetworkId = toCoinChain(claim.coinType)
  if (caipNetworkId === null) throw refuseName('coin_type', 'Names are given to accounts of EVM chains only.')
  if (chainId !== caipNetworkId)
    throw refuseName('message.chainId', 'That was signed for another chain than coin_type.', 401)
  const { address } = claim
  const by = await check({ caipNetworkId, address, message, signature, signal })
  if (by === 'nobody') throw refuseName('signature', 'That is no signature of the address.', 401)
  // another contract may stand at the same address of another chain
  const owner = `${by === 'key' ? 'eip155' : caipNetworkId}:${address.toLowerCase()}`
  if (await store.claim({ ...claim, owner, now })) return
  throw refuseName('name', 'That name is taken.', 409)
}

/** Letters, digits and hyphens. [S5.18] */
const namePattern = /^[a-z0-9-]{4,64}$/

/**
 * A name as it is kept: in small letters, without the zone that may stand behind it. Null where it is none.
 *
 * @example
 * parseName('Alice.example', 'example') // 'alice'
 */
export function parseName(text: string, zone: string | undefined): string | null {
  const small = text.toLowerCase()
  const label = zone !== undefined && small.endsWith(`.${zone}`) ? small.slice(0, -zone.length - 1) : small
  return namePattern.test(label) ? label : null
}

/** Why a name is not given. `field` is what it lies at, e.g. `name`, `signature`, `message.timestamp`. */
function refuseName(field: string, description: string, status = 400): GatewayError {
  const details = { status: 'FAILED', reasons: [{ name: field, description }] }
  return new GatewayError(description, { status, code: 'NAME_REFUSED', details })
}

type Registration = {
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

const signedMessage = z.object({
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
function parseRegistration(value: unknown, zone: string | undefined): Registration {
  const { address, coin_type: coinType, signature, message: text } = parseOrRefuse(body, value)
  const signed = parseOrRefuse(signedMessage, parseJson(text), 'message.')
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

function parseOrRefuse<output>(schema: z.ZodType<output>, value: unknown, prefix = ''): output {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw refuseName(`${prefix}${issue?.path.join('.') || 'body'}`, issue?.message ?? 'It is not good.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema says what is wrong with that
  }
}

/** The bit of ENSIP-11 that says that the rest is the id of an EVM chain. */
const evmBit = 0x8000_0000

/** SLIP-44: ether, which is an account of Ethereum itself. */
const etherCoinType = 60

/** The chain of a coin type: 60, or the EVM bit and a chain id. Null for coins that are on no EVM chain. */
function toCoinChain(coinType: number): CaipNetworkId | null {
  if (coinType === etherCoinType) return 'eip155:1'
  if (!Number.isInteger(coinType) || coinType <= evmBit || coinType >= 2 * evmBit) return null
  return `eip155:${coinType - evmBit}`
}
