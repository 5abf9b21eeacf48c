import type { Database } from './database.js'

export type QuotaCounters = {
  /**
   * Takes `amount` of a quota per clock minute; 0 is unlimited. Resolves with 0, or, if less is left, with the seconds until the quota
   * is renewed.
   *
   * @param amount default: 1
   */
  readonly take: (key: string, quota: number, amount?: number | undefined) => Promise<number>
}

export type CreateQuotaCountersOptions = {
  /** Holds the counters that all processes share. Without it, and while it is unavailable, each process counts separately. */
  readonly database: Database | undefined
  /** A table with `key text`, `valid_until bigint`, `taken bigint` and the first two as primary key. Never input. */
  readonly table: string
  readonly now: () => number
}

/** Milliseconds. */
const window = 60_000

/** Number of shares that a quota is taken from the database in: fewer mean fewer statements, but more unused requests. */
const sharesPerQuota = 50

/** Keys in memory; the oldest are removed first. */
const maxKeys = 20_000

/** This process's share of a quota, and the rest of it. */
type Share = { readonly ends: number; given: number; left: number; taking: Promise<void> | undefined; isOver: boolean }

/**
 * Counts the use of each key per clock minute. Together, the processes of one database never exceed a quota: each takes a small share of
 * it at a time, in one statement.
 */
export function createQuotaCounters({ database, table, now }: CreateQuotaCountersOptions): QuotaCounters {
  const shares = new Map<string, Share>()
  const statement = `INSERT INTO ${table} AS old (key, valid_until, taken) VALUES ($1, $2, $3)
    ON CONFLICT (key, valid_until) DO UPDATE SET taken = old.taken + EXCLUDED.taken WHERE old.taken < $4 RETURNING taken`

  const takeShare = async ({ key, quota, ends, given, amount }: ShareRequest): Promise<number> => {
    const part = Math.max(Math.ceil(quota / sharesPerQuota), amount)
    const own = Math.min(part, quota - given)
    if (!database) return own
    try {
      const [row] = await database.query<{ taken: string }>(statement, [key, ends, part, quota])
      return row ? Math.max(0, part - Math.max(0, Number(row.taken) - quota)) : 0
    } catch {
      return own // a request that needs the database reports that it is unavailable; others continue
    }
  }

  return {
    async take(key, quota, amount = 1) {
      if (quota === 0) return 0
      const time = now()
      const ends = time - (time % window) + window
      let share = shares.get(key)
      if (share?.ends !== ends) {
        share = { ends, given: 0, left: 0, taking: undefined, isOver: false }
        shares.delete(key)
        shares.set(key, share)
        for (const oldest of shares.keys()) {
          if (shares.size <= maxKeys) break
          shares.delete(oldest)
        }
      }
      const own = share
      while (own.left < amount && !own.isOver) {
        own.taking ??= takeShare({ key, quota, ends, given: own.given, amount: amount - own.left }).then((count) => {
          own.left += count
          own.given += count
          own.isOver = count === 0
          own.taking = undefined
        })
        await own.taking
      }
      if (own.left < amount) return Math.max(1, Math.ceil((ends - time) / 1_000))
      own.left -= amount
      return 0
    },
  }
}

type ShareRequest = {
  readonly key: string
  readonly quota: number
  readonly ends: number
  readonly given: number
  readonly amount: number
}
