import { createHash } from 'node:crypto'
import type { Database } from '@latchkey/server-kit/database'
import { GatewayError } from '../errors.js'

export type QuotaSettings = {
  /** Requests per minute and address; 0 for unlimited. Default: 3,000. */
  readonly perClient?: number | undefined
  /** Requests per minute and project; 0 for unlimited. Default: 60,000. */
  readonly perProject?: number | undefined
}

export type Quotas = {
  /** Counts a request. Rejects with 429 when a quota is used up. */
  readonly take: (caller: { readonly client: string; readonly projectId: string }) => Promise<void>
}

type CreateQuotasOptions = {
  readonly settings: QuotaSettings
  /** Where all gateways count together. Without it, and while it is unavailable, each counts on its own. */
  readonly database: Database | undefined
  readonly now: () => number
}

/** Milliseconds. */
const window = 60_000

/** Number of shares that a quota is taken from the database in: fewer mean fewer statements, but more unused requests. */
const sharesPerQuota = 50

/** Keys in memory; the oldest are removed first. */
const maxKeys = 20_000

/** What this gateway took of a quota, and what is left of it. */
type Share = { readonly ends: number; given: number; left: number; taking: Promise<void> | undefined; isOver: boolean }

/**
 * Counts the requests of each address and project per clock minute. Together, the gateways of one database never exceed a quota:
 * each takes a small share of it at a time, in one statement.
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
    throw new GatewayError('Too many requests in this minute.', { status: 429, code: 'RATE_LIMITED', retryAfter })
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

/** Takes a share; 0 if none is left. */
async function takeShare(database: Database | undefined, { key, quota, ends, given }: ShareRequest): Promise<number> {
  const part = Math.ceil(quota / sharesPerQuota)
  const own = Math.min(part, quota - given)
  if (!database) return own
  try {
    const [row] = await database.query<{ taken: string }>(statement, [key, ends, part, quota])
    return row ? Math.max(0, part - Math.max(0, Number(row.taken) - quota)) : 0
  } catch {
    return own // a request that needs the database reports that it is unavailable; others continue
  }
}

function hashKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}
