import { InvalidReplyError } from '../../errors/services.js'
import { internals, type Modal } from '../../modal/modal.js'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress, parseCaipNetworkId } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { toUrl } from '../http.js'

/** What one field of a reply says, or null where it makes no sense. */
export type Parse<value> = (value: unknown) => value | null

/** A field that has to be there. Throws `INVALID_REPLY`, which names it. */
export function need<value>(reply: unknown, field: string, parse: Parse<value>): value {
  const value = isRecord(reply) ? parse(reply[field]) : null
  if (value === null) throw new InvalidReplyError({ details: `The field "${field}" is missing or makes no sense.` })
  return value
}

/** A field that may be missing; what makes no sense counts as missing. */
export function may<value>(reply: unknown, field: string, parse: Parse<value>): value | undefined {
  return (isRecord(reply) ? parse(reply[field]) : null) ?? undefined
}

/** Rows of a list. Those that are none are left out. */
export function rowsOf<value>(parse: (row: unknown) => value): Parse<readonly value[]> {
  return (rows) => (Array.isArray(rows) ? rows.flatMap((row) => tryRow(row, parse)) : null)
}

/** All rows of a list, or no list. */
export function listOf<value>(parse: (row: unknown) => value | null): Parse<readonly value[]> {
  return (rows) => {
    if (!Array.isArray(rows)) return null
    const values = rows.flatMap((row) => parse(row) ?? [])
    return values.length === rows.length ? values : null
  }
}

function tryRow<value>(row: unknown, parse: (row: unknown) => value): readonly value[] {
  try {
    return [parse(row)]
  } catch (cause) {
    if (cause instanceof InvalidReplyError) return []
    throw cause
  }
}

export const record: Parse<Record<string, unknown>> = (value) => (isRecord(value) ? value : null)

export const text: Parse<string> = (value) => (typeof value === 'string' && value !== '' ? value : null)

export const flag: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : null)

/** Neither negative nor infinite. */
export const number: Parse<number> = (value) =>
  Number.isFinite(value) && (value as number) >= 0 ? (value as number) : null

/** Whole atomic units: digits only, at most 78 of them. */
export const amount: Parse<bigint> = (value) =>
  (typeof value === 'string' && /^\d{1,78}$/.test(value)) || (Number.isSafeInteger(value) && (value as number) >= 0)
    ? BigInt(value as string | number)
    : null

/** A decimal text that is not negative; a number is taken where it can be told so. */
export const decimal: Parse<string> = (value) => {
  const words = typeof value === 'number' ? String(value) : value
  return typeof words === 'string' && /^\d{1,78}(\.\d{1,78})?$/.test(words) ? words : null
}

/** Decimals of a token, as a text or a number. */
export const decimals: Parse<number> = (value) => {
  const count = amount(value)
  return count !== null && count <= 255n ? Number(count) : null
}

export const caipAddress: Parse<CaipAddress> = (value) => (parseCaipAddress(value) ? (value as CaipAddress) : null)

export const caipNetworkId: Parse<CaipNetworkId> = (value) =>
  parseCaipNetworkId(value) ? (value as CaipNetworkId) : null

/** Characters of the address of an image, which becomes part of another one. */
const maxImageUrlLength = 2_048

/** What the service may be asked to load. `http` only on this machine, for development. */
const remoteImage = /^(?:https:\/\/|ipfs:\/\/|http:\/\/(?:[\w-]+\.)*localhost[:/]|http:\/\/127\.0\.0\.1[:/])/i

/**
 * Where an image is, for image elements only. Whoever makes a token chooses its picture, so its host is never asked by the
 * browser: it would learn who looks, and when. What is neither `data:` nor below `services.blockchainApi` becomes a request
 * to that service, `GET {blockchainApi}/v1/image?url=…`.
 */
export function imageUrl(modal: Modal): Parse<string> {
  const { services, projectId } = modal[internals].options
  return (value) => {
    if (typeof value !== 'string') return null
    if (/^data:image\//i.test(value)) return value
    const { blockchainApi } = services
    if (blockchainApi === undefined || value.length > maxImageUrlLength || !URL.canParse(value)) return null
    const { href } = new URL(value)
    if (href.startsWith(toUrl(blockchainApi, '/', {}).href)) return href
    return remoteImage.test(value) ? toUrl(blockchainApi, '/v1/image', { url: value, projectId }).href : null
  }
}

/** How the conversion calls name what is native to a network. */
const nativeTokenAddresses = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
} as const

/** The native currency as a token of the conversion and price calls. */
export function nativeTokenAddress(caipNetworkId: CaipNetworkId): CaipAddress {
  const address = caipNetworkId.startsWith('solana:') ? nativeTokenAddresses.solana : nativeTokenAddresses.eip155
  return `${caipNetworkId}:${address}`
}

/** Whether a plain address is that by which services name the native currency. */
export function isNativeToken(address: string): boolean {
  return address.toLowerCase() === nativeTokenAddresses.eip155 || address === nativeTokenAddresses.solana
}
