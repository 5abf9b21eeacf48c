import type { Database } from '../database/database.js'
import type { SessionDetails } from './requests.js'

/** Times in milliseconds since the epoch. */
export type StoredSession = {
  readonly pci: string
  /** CAIP-10, in small letters. */
  readonly account: string
  readonly details: SessionDetails
  readonly context?: string | undefined
  readonly expiration: number
  readonly createdAt: number
  readonly activatedAt?: number | undefined
  readonly revokedAt?: number | undefined
}

type SessionKey = { readonly account: string; readonly pci: string; readonly now: number }

export type SmartSessionStore = {
  /** False where the account has as many that wait for activation as it may have. */
  readonly add: (
    session: Pick<StoredSession, 'pci' | 'account' | 'details' | 'expiration' | 'createdAt'>,
  ) => Promise<boolean>
  /** False where there is none, or it is over. One that is active stays as it is. */
  readonly activate: (place: SessionKey & { readonly context: string }) => Promise<boolean>
  /** False where there is none. One that is revoked keeps its time. */
  readonly revoke: (place: SessionKey) => Promise<boolean>
  /** Those that have been active, newest first. */
  readonly list: (accounts: readonly string[]) => Promise<readonly StoredSession[]>
}

type SessionRow = {
  readonly pci: string
  readonly address: string
  readonly details: string
  readonly context: string | null
  readonly expiration: string
  readonly created_at: string
  readonly activated_at: string | null
  readonly revoked_at: string | null
}

const columns = 'pci, address, details, context, expiration, created_at, activated_at, revoked_at'

/** Milliseconds in which a session has to be activated, and how many of an account may wait for it. */
const pending = { time: 900_000, most: 20 } as const

/** Of whatever account: nobody else looks for what nobody signed. A little at a time, so that nobody waits for it. */
const removePending = `DELETE FROM smart_sessions WHERE pci IN (
  SELECT pci FROM smart_sessions WHERE activated_at IS NULL AND created_at <= $1
  ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED)`

/** Most sessions that are told at once. */
const maxSessions = 200

/** Sessions in SQL: what one gateway has revoked is revoked for all. */
export function createSmartSessionStore({ query, inTransaction }: Database): SmartSessionStore {
  return {
    add: ({ pci, account, details, expiration, createdAt }) =>
      inTransaction(async (client) => {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`smart_sessions ${account}`])
        await client.query(removePending, [createdAt - pending.time])
        const count = `SELECT count(*)::int AS count FROM smart_sessions WHERE address = $1 AND activated_at IS NULL AND created_at > $2`
        const { rows } = await client.query<{ count: number }>(count, [account, createdAt - pending.time])
        if ((rows[0]?.count ?? 0) >= pending.most) return false
        const insert =
          'INSERT INTO smart_sessions (pci, address, details, expiration, created_at) VALUES ($1, $2, $3, $4, $5)'
        await client.query(insert, [pci, account, JSON.stringify(details), expiration, createdAt])
        return true
      }),
    async activate({ account, pci, context, now }) {
      const rows = await query(
        `UPDATE smart_sessions SET activated_at = coalesce(activated_at, $3), context = coalesce(context, $4)
         WHERE address = $1 AND pci = $2 AND revoked_at IS NULL AND expiration > $3
           AND (activated_at IS NOT NULL OR created_at > $5) RETURNING 1`,
        [account, pci, now, context, now - pending.time],
      )
      return rows.length === 1
    },
    async revoke({ account, pci, now }) {
      const rows = await query(
        `UPDATE smart_sessions SET revoked_at = coalesce(revoked_at, $3)
         WHERE address = $1 AND pci = $2 AND activated_at IS NOT NULL RETURNING 1`,
        [account, pci, now],
      )
      return rows.length === 1
    },
    async list(accounts) {
      const rows = await query<SessionRow>(
        `SELECT ${columns} FROM smart_sessions WHERE address = ANY($1) AND activated_at IS NOT NULL
         ORDER BY created_at DESC, pci LIMIT ${maxSessions}`,
        [accounts],
      )
      return rows.map(toSession)
    },
  }
}

function toSession(row: SessionRow): StoredSession {
  const toTime = (text: string | null): number | undefined => (text === null ? undefined : Number(text))
  return {
    pci: row.pci,
    account: row.address,
    // of our own writing: it went through a schema on its way in
    details: JSON.parse(row.details) as SessionDetails,
    context: row.context ?? undefined,
    expiration: Number(row.expiration),
    createdAt: Number(row.created_at),
    activatedAt: toTime(row.activated_at),
    revokedAt: toTime(row.revoked_at),
  }
}
