import { InvalidReplyError } from '../../errors/services.js'
import { internals, type Modal } from '../../modal/modal.js'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress, parseCaipNetworkId } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { toUrl } from '../http.js'

/** Parses one field of a response. Null if it is invalid. */
export type Parse<value> = (value: unknown) => value | null

/** Parses a required field. Throws `INVALID_REPLY`, which names it. */
export function required<value>(reply: unknown, field: string, parse: Parse<value>): value {
  const value = isRecord(reply) ? parse(reply[field]) : null
  if (value === null) throw new InvalidReplyError({ details: `The field "${field}" is missing or invalid.` })
  return value
}

/** Parses an optional field. Invalid counts as missing. */
export function optional<value>(reply: unknown, field: string, parse: Parse<value>): value | undefined {
  return (isRecord(reply) ? parse(reply[field]) : null) ?? undefined
}

/** Parses the rows of a list. Invalid rows are dropped. */
export function rowsOf<value>(parse: (row: unknown) => value): Parse<readonly value[]> {
  return (rows) => (Array.isArray(rows) ? rows.flatMap((row) => tryRow(row, parse)) : null)
}

/** Parses all rows of a list. One invalid row makes the list invalid. */
export function listOf<value>(parse: (row: unknown) => value | null): Parse<readonly value[]> {
  return (rows) => {
    if (!Array.isArray(rows)) return null
    const values = rows.flatMap((row) => parse(row) ?? [])
    return values.length === rows.length ? values : null
  }
}

export const record: Parse<Record<string, unknown>> = (value) => (isRecord(value) ? value : null)

export const text: Parse<string> = (value) => (typeof value === 'string' && value !== '' ? value : null)

export const flag: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : null)

/** A finite number that isn't negative. */
export const number: Parse<number> = (value) =>
  Number.isFinite(value) && (value as number) >= 0 ? (value as number) : null

/** Atomic units: at most 78 digits, as a string or a safe integer. */
export const amount: Parse<bigint> = (value) =>
  (typeof value === 'string' && /^\d{1,78}$/.test(value)) || (Number.isSafeInteger(value) && (value as number) >= 0)
    ? BigInt(value as string | number)
    : null

/** A decimal string that isn't negative. Numbers are accepted if they have a plain decimal form. */
export const decimal: Parse<string> = (value) => {
  const string = typeof value === 'number' ? String(value) : value
  return typeof string === 'string' && /^\d{1,78}(\.\d{1,78})?$/.test(string) ? string : null
}

/** Decimals of a token, as a string or a number. */
export const decimals: Parse<number> = (value) => {
  const count = amount(value)
  return count !== null && count <= 255n ? Number(count) : null
}

export const caipAddress: Parse<CaipAddress> = (value) => (parseCaipAddress(value) ? (value as CaipAddress) : null)

export const caipNetworkId: Parse<CaipNetworkId> = (value) =>
  parseCaipNetworkId(value) ? (value as CaipNetworkId) : null

/** Maximum length of an image URL, as it becomes part of another URL. */
const maxImageUrlLength = 2_048

/** Image URLs that the service may load. `http` only on this machine, for development. */
const remoteImage = /^(?:https:\/\/|ipfs:\/\/|http:\/\/(?:[\w-]+\.)*localhost[:/]|http:\/\/127\.0\.0\.1[:/])/i

/**
 * Parses an image URL, for image elements only. Token creators choose their images, so the browser never contacts their
 * hosts: these would learn who looks at the token, and when. Anything except `data:` URLs and URLs below
 * `services.blockchainApi`, also as paths (`/public/…`), becomes a request to that service,
 * `GET {blockchainApi}/v1/image?url=…`.
 */
export function imageUrl(modal: Modal): Parse<string> {
  const { services, projectId } = modal[internals].options
  return (value) => {
    if (typeof value !== 'string') return null
    if (/^data:image\//i.test(value)) return value
    const { blockchainApi } = services
    if (blockchainApi === undefined || value.length > maxImageUrlLength) return null
    const base = toUrl(blockchainApi, '/', {}).href
    const isPath = /^\/[^/\\]/.test(value)
    if (!isPath && !URL.canParse(value)) return null
    const { href } = isPath ? toUrl(blockchainApi, value, {}) : new URL(value)
    if (href.startsWith(base)) return href
    if (isPath) return null
    return remoteImage.test(value) ? toUrl(blockchainApi, '/v1/image', { url: value, projectId }).href : null
  }
}

/** Addresses that stand for native currencies in conversion requests. */
const nativeTokenAddresses = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
} as const

/** Returns the CAIP-10 id that stands for a native currency in conversion and price requests. */
export function nativeTokenAddress(caipNetworkId: CaipNetworkId): CaipAddress {
  const address = caipNetworkId.startsWith('solana:') ? nativeTokenAddresses.solana : nativeTokenAddresses.eip155
  return `${caipNetworkId}:${address}`
}

/** Whether an address stands for a native currency. */
export function isNativeToken(address: string): boolean {
  return address.toLowerCase() === nativeTokenAddresses.eip155 || address === nativeTokenAddresses.solana
}

function tryRow<value>(row: unknown, parse: (row: unknown) => value): readonly value[] {
  try {
    return [parse(row)]
  } catch (cause) {
    if (cause instanceof InvalidReplyError) return []
    throw cause
  }
}
