import { isRecord } from '../utils/records.js'
import { internals, type Modal } from './modal.js'

/** Answers of services and nodes that are kept between visits. [S3.23] */
type CacheName = 'portfolios' | 'balances' | 'names' | 'identities'

export type CacheLimits = {
  /** Milliseconds for which an answer counts as fresh. [S9.2] */
  readonly cache: number
  /** How many answers are kept; the newest stay. */
  readonly stored: number
}

type CachedAnswer = {
  /** As it was stored: parsed by who reads it. */
  readonly value: unknown
  /** Milliseconds since it was asked for, or stored. */
  readonly age: number
}

/** Characters of one answer: what is longer is asked for anew, as storage has room for some megabytes in all. */
const longest = 32_768

/** An answer from this visit or the last, as long as it is fresh. */
export function readCached(
  modal: Modal,
  name: CacheName,
  key: string,
  { cache }: CacheLimits,
): CachedAnswer | undefined {
  const row = readOwn(readOwn(modal[internals].persistence.read().caches, name), key)
  const at = readOwn(row, 'at')
  const age = typeof at === 'number' ? modal.env.now() - at : -1
  return age >= 0 && age < cache ? { value: readOwn(row, 'value'), age } : undefined
}

/** Keeps an answer as JSON; the oldest are forgotten. It ages from `at`, in milliseconds since the epoch; from now, where left out. */
export function storeCached(
  modal: Modal,
  name: CacheName,
  key: string,
  value: unknown,
  { stored, at = modal.env.now() }: CacheLimits & { readonly at?: number | undefined },
): void {
  const fits = JSON.stringify(value).length <= longest
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
