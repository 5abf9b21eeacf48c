import { isRecord } from '../utils/records.js'
import { internals, type Modal } from './modal.js'

/** Caches of service and node responses that persist between visits. [S3.23] */
type CacheName = 'portfolios' | 'balances' | 'names' | 'identities'

export type CacheLimits = {
  /** Milliseconds for which a response counts as fresh. [S9.2] */
  readonly cache: number
  /** Maximum number of stored responses; the oldest are dropped. */
  readonly stored: number
}

type CachedResponse = {
  /** The stored JSON value. The reader has to parse it. */
  readonly value: unknown
  /** Milliseconds since it was requested or stored. */
  readonly age: number
}

/**
 * Maximum JSON length of one response, in characters. Longer ones aren't stored, as storage holds only a few megabytes.
 */
const maxLength = 32_768

/** Returns a stored response while it is fresh. */
export function readCached(
  modal: Modal,
  name: CacheName,
  key: string,
  { cache }: CacheLimits,
): CachedResponse | undefined {
  const row = readOwn(readOwn(modal[internals].persistence.read().caches, name), key)
  const at = readOwn(row, 'at')
  const age = typeof at === 'number' ? modal.env.now() - at : -1
  return age >= 0 && age < cache ? { value: readOwn(row, 'value'), age } : undefined
}

/**
 * Stores a response as JSON, dropping the oldest ones. Its age counts from `at`, in milliseconds since the epoch.
 * Default: now.
 */
export function storeCached(
  modal: Modal,
  name: CacheName,
  key: string,
  value: unknown,
  { stored, at = modal.env.now() }: CacheLimits & { readonly at?: number | undefined },
): void {
  const fits = JSON.stringify(value).length <= maxLength
  modal[internals].persistence.update(({ caches, ...data }) => {
    const known = readOwn(caches, name)
    const others = isRecord(known) ? Object.entries(known).filter(([id]) => id !== key) : []
    const own: [string, unknown] = [key, { value, at }]
    const rows = fits ? [own, ...others] : others
    return { ...data, caches: { ...(isRecord(caches) && caches), [name]: Object.fromEntries(rows.slice(0, stored)) } }
  })
}

function readOwn(record: unknown, field: string): unknown {
  return isRecord(record) && Object.hasOwn(record, field) ? record[field] : undefined
}
