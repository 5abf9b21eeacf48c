import { createHash } from 'node:crypto'
import type { Database } from '../database/openDatabase.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { QuotaSettings, Quotas } from './quotas.js'

export type CreateQuotasOptions = {
  readonly settings: QuotaSettings
  /** Where all gateways count together; each for itself without it, and while it does not answer. */
  readonly database: Database | undefined
  readonly now: () => number
}

/** Milliseconds. */
const span = 60_000

/** Parts that a quota is taken from the database in: each spares that many statements, and may lie unused in another gateway. */
const parts = 50

/** Counted keys that are kept in mind; the oldest go first. */
const most = 20_000

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
    const ends = time - (time % span) + span
    let share = shares.get(key)
    if (share?.ends !== ends) {
      share = { ends, given: 0, left: 0, taking: undefined, isOver: false }
      shares.delete(key)
      shares.set(key, share)
      for (const oldest of shares.keys()) {
        if (shares.size <= most) break
        shares.delete(oldest)
      }
    }
    const own = share
    while (own.left === 0 && !own.isOver) {
      own.taking ??= takePart(database, { key, quota, ends, given: own.given }).then((count) => {
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
    throw new GatewayFault('Too many calls in this minute.', { status: 429, code: 'RATE_LIMITED', retryAfter })
  }
  return {
    async take({ client, projectId }) {
      await take(`client:${toHash(client)}`, perClient)
      if (projectId !== '') await take(`project:${toHash(projectId)}`, perProject)
    },
  }
}

const statement = `INSERT INTO gateway_quotas AS old (key, valid_until, taken) VALUES ($1, $2, $3)
  ON CONFLICT (key, valid_until) DO UPDATE SET taken = old.taken + EXCLUDED.taken WHERE old.taken < $4 RETURNING taken`

type Wanted = { readonly key: string; readonly quota: number; readonly ends: number; readonly given: number }

/** How many calls this gateway may let through, 0 where none is left. */
async function takePart(database: Database | undefined, { key, quota, ends, given }: Wanted): Promise<number> {
  const part = Math.ceil(quota / parts)
  const own = Math.min(part, quota - given)
  if (!database) return own
  try {
    const [row] = await database.query<{ taken: string }>(statement, [key, ends, part, quota])
    return row ? Math.max(0, part - Math.max(0, Number(row.taken) - quota)) : 0
  } catch {
    return own // who waits for the database hears of it where it is needed; what needs none goes on
  }
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}
