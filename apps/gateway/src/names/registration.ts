import type { CaipNetworkId } from '@latchkey/core'
import { z } from 'zod'
import { type NameAttributes, registerName } from '../api/names.js'
import type { CheckSignature } from '../chains/signatures.js'
import { GatewayError } from '../errors.js'
import type { NameStore } from './store.js'

type Registry = {
  readonly store: NameStore
  readonly check: CheckSignature
  readonly zone: string | undefined
  readonly now: number
}

type RegistrationBody = z.output<typeof registerName.body>

type ClaimNameOptions = {
  readonly body: RegistrationBody
  /** The `Origin` header of the request. */
  readonly origin: string | undefined
  readonly signal: AbortSignal
}

/** Maximum age of a signature in milliseconds. Clocks may differ by as much. */
const signatureLifetime = 300_000

/**
 * Registers a name for the address that signed for it: for this page, this chain, and at most five minutes ago. Throws 400, 401, or 409
 * if the name belongs to another address.
 */
export async function claimName(
  { store, check, zone, now }: Registry,
  { body, origin, signal }: ClaimNameOptions,
): Promise<void> {
  const { message, signature, domain, chainId, expiresAt, ...claim } = parseRegistration(body, zone)
  if (Math.abs(now - claim.signedAt) > signatureLifetime)
    throw refuseName('message.timestamp', 'The message was not signed within the last five minutes.', 401)
  if (expiresAt <= now || expiresAt - claim.signedAt > signatureLifetime)
    throw refuseName('message.expiresAt', 'The message has expired, or is valid for more than five minutes.', 401)
  if (origin !== domain) throw refuseName('message.domain', 'The message was signed for another page.', 401)
  const caipNetworkId = toCoinChain(claim.coinType)
  if (caipNetworkId === null) throw refuseName('coin_type', 'Only accounts on EVM chains can register names.')
  if (chainId !== caipNetworkId)
    throw refuseName('message.chainId', 'The message was signed for another chain than coin_type.', 401)
  const { address } = claim
  const signer = await check({ caipNetworkId, address, message, signature, signal })
  if (signer === 'nobody') throw refuseName('signature', 'The signature is not valid for this address.', 401)
  // another contract may have the same address on another chain
  const owner = `${signer === 'key' ? 'eip155' : caipNetworkId}:${address.toLowerCase()}`
  if (await store.claim({ ...claim, owner, now })) return
  throw refuseName('name', 'That name is taken.', 409)
}

/** [S5.18] */
const namePattern = /^[a-z0-9-]{4,64}$/

export const nameRule: string = 'A name consists of 4 to 64 letters, digits and hyphens.'

/**
 * Normalizes a name: lowercase, without the zone. Null for an invalid one.
 *
 * @example
 * parseName('Alice.example', 'example') // 'alice'
 */
export function parseName(text: string, zone: string | undefined): string | null {
  const small = text.toLowerCase()
  const label = zone !== undefined && small.endsWith(`.${zone}`) ? small.slice(0, -zone.length - 1) : small
  return namePattern.test(label) ? label : null
}

/** Why a name was not registered. `field` is the path of the invalid field, e.g. `message.timestamp`. */
function refuseName(field: string, description: string, status = 400): GatewayError {
  const details = { status: 'FAILED', reasons: [{ name: field, description }] }
  return new GatewayError(description, { status, code: 'NAME_REFUSED', details })
}

/** Validates the body of a registration. Throws {@link refuseName}. */
export function parseRegistrationBody(value: unknown): RegistrationBody {
  return parseOrRefuse(registerName.body, value)
}

type Registration = {
  readonly name: string
  readonly coinType: number
  readonly address: string
  readonly attributes: NameAttributes
  /** Milliseconds since the epoch, by the signer's clock. */
  readonly signedAt: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** Origin of the page that asked for the signature. */
  readonly domain: string
  /** CAIP-2: the chain on which the account signed. */
  readonly chainId: string
  /** The signed text. */
  readonly message: string
  readonly signature: string
}

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
    .refine((text) => new URL(text).origin === text, 'must be an origin, such as https://app.example'),
  chainId: z.string().regex(/^eip155:[1-9]\d{0,19}$/),
  /** Seconds. */
  timestamp: z.number().int().positive(),
  expiresAt: z.number().int().positive(),
})

/** Parses the signed message of a registration. Throws {@link refuseName}. */
function parseRegistration(
  { address, coin_type: coinType, signature, message }: RegistrationBody,
  zone: string | undefined,
): Registration {
  const signed = parseOrRefuse(signedMessage, parseJson(message), 'message.')
  const name = parseName(signed.name, zone)
  if (name === null) throw refuseName('name', nameRule)
  const { domain, chainId, timestamp, expiresAt } = signed
  const times = { signedAt: timestamp * 1_000, expiresAt: expiresAt * 1_000 }
  return { name, coinType, address, attributes: signed.attributes, ...times, domain, chainId, message, signature }
}

function parseOrRefuse<output>(schema: z.ZodType<output>, value: unknown, prefix = ''): output {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  throw refuseName(`${prefix}${issue?.path.join('.') || 'body'}`, issue?.message ?? 'Invalid value.')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // the schema reports it
  }
}

/** The bit that marks the rest of a coin type as an EVM chain id (ENSIP-11). */
const evmBit = 0x8000_0000

/** SLIP-44: ether, on Ethereum itself. */
const etherCoinType = 60

/** The EVM chain of a coin type: 60, or the EVM bit with a chain id. Null for other coins. */
function toCoinChain(coinType: number): CaipNetworkId | null {
  if (coinType === etherCoinType) return 'eip155:1'
  if (!Number.isInteger(coinType) || coinType <= evmBit || coinType >= 2 * evmBit) return null
  return `eip155:${coinType - evmBit}`
}
