import { createHash } from 'node:crypto'
import type { Database } from '../database/database.js'
import { GatewayError } from '../errors.js'

export type QuotaSettings = {
  /** Calls of one address in a minute; 3,000 unless told, 0 for any number. */
  readonly perClient?: number | undefined
  /** Calls of one project in a minute; 60,000 unless told, 0 for any number. */
  readonly perProject?: number | undefined
}

export type Quotas = {
  /** Counts a call. Rejects with 429 where a quota is used up. */
  readonly take: (caller: { readonly client: string; readonly projectId: string }) => Promise<void>
}

type CreateQuotasOptions = {
  readonly settings: QuotaSettings
  /** Where all gateways count together; each for itself without it, and while it does not answer. */
  readonly database: Database | undefined
  readonly now: () => number
}

/** Milliseconds. */
const window = 60_000

/** Parts that a quota is taken from the database in: each spares that many statements, and may lie unused in another gateway. */
const sharesPerQuota = 50

/** Counted keys that are kept in mind; the oldest go first. */
const maxKeys = 20_000

/** What this gateway was given of a quota, and what of it is left. */
type Share = { readonly ends: number; given: number; left: number; taking: Promise<void> | undefined; isOver: boolean }

/**
 * Counts the calls of each address and project in each minute of the clock. Together the gateways of one database never give
 * more than the quota: each takes a small part of it at a time, by one statement.
 */
export function createQuotas({ settings, database, now }: CreateQuotasOptions): Quotas {
  const { perClient = 3_000, perProject = 60_000 } = settings
  const shares = new Map<string, Share>()
  const take = async (key: string, quota: number): Promise<void> => {
    if (quota === 0) return
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
    while (own.left === 0 && !own.isOver) {
      own.taking ??= takeShare(database, { key, quota, ends, given: own.given }).then((count) => {
        own.left = count
        own.given += count
        own.isOver = count === 0
        own.taking = undefined
      })
      await own.taking
    }
    if (own.left > 0) {
      own.left--
      return
    }
    const retryAfter = Math.max(1, Math.ceil((ends - time) / 1_000))
    throw new GatewayError('Too many calls in this minute.', { status: 429, code: 'RATE_LIMITED', retryAfter })
  }
  return {
    async take({ client, projectId }) {
      await take(`client:${hashKey(client)}`, perClient)
      if (projectId !== '') await take(`project:${hashKey(projectId)}`, perProject)
    },
  }
}

const statement = `INSERT INTO gateway_quotas AS old (key, valid_until, taken) VALUES ($1, $2, $3)
  ON CONFLICT (key, valid_until) DO UPDATE SET taken = old.taken + EXCLUDED.taken WHERE old.taken < $4 RETURNING taken`

type ShareRequest = { readonly key: string; readonly quota: number; readonly ends: number; readonly given: number }

/** How many calls this gateway may let through, 0 where none is left. */
async function takeShare(database: Database | undefined, { key, quota, ends, given }: ShareRequest): Promise<number> {
  const part = Math.ceil(quota / sharesPerQuota)
  const own = Math.min(part, quota - given)
  if (!database) return own
  try {
    const [row] = await database.query<{ taken: string }>(statement, [key, ends, part, quota])
    return row ? Math.max(0, part - Math.max(0, Number(row.taken) - quota)) : 0
  } catch {
    return own // who waits for the database hears of it where it is needed; what needs none goes on
  }
}

function hashKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}
