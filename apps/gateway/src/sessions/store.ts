import type { Database } from '@latchkey/server-kit/database'
import type { SessionDetails } from '../api/sessions.js'

/** Times in milliseconds since the epoch. */
export type StoredSession = {
  readonly pci: string
  /** CAIP-10, lowercase. */
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
  /**
   * Adds a session that waits for activation, or replaces it. If too many of the account wait, the oldest one is dropped. False if the id
   * is that of an active session or of another account's.
   */
  readonly add: (
    session: Pick<StoredSession, 'pci' | 'account' | 'details' | 'expiration' | 'createdAt'>,
  ) => Promise<boolean>
  /** False if there is none, or it has ended. An active session stays as it is. */
  readonly activate: (place: SessionKey & { readonly context: string }) => Promise<boolean>
  /** False if there is none. A revoked session keeps its time. */
  readonly revoke: (place: SessionKey) => Promise<boolean>
  /** Sessions that have been activated, newest first. If there are too many, those that have ended are left out first. */
  readonly list: (accounts: readonly string[], now: number) => Promise<readonly StoredSession[]>
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

/** Milliseconds until a pending session is dropped, and how many an account may have: more than one client can create in that time. */
const pending = { time: 900_000, max: 200 } as const

/** Removes pending sessions of any account, a batch at a time, so that no request waits for it. */
const removePending = `DELETE FROM smart_sessions WHERE pci = ANY (ARRAY(
  SELECT pci FROM smart_sessions WHERE activated_at IS NULL AND created_at <= $1
  ORDER BY created_at LIMIT 100 FOR UPDATE SKIP LOCKED))`

/** Removes the oldest pending sessions of an account, except for the given one. */
const removeOldest = `DELETE FROM smart_sessions WHERE activated_at IS NULL AND pci = ANY (ARRAY(
  SELECT pci FROM smart_sessions WHERE address = $1 AND activated_at IS NULL AND pci <> $2
  ORDER BY created_at DESC OFFSET ${pending.max - 1}))`

/** Sessions in one response. */
const maxSessions = 200

/** Stores sessions in PostgreSQL, shared by all gateways. */
export function createSmartSessionStore({ query, inTransaction }: Database): SmartSessionStore {
  return {
    add: ({ pci, account, details, expiration, createdAt }) =>
      inTransaction(async ({ query }) => {
        await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`smart_sessions ${account}`])
        await query(removePending, [createdAt - pending.time])
        const insert = `INSERT INTO smart_sessions (pci, address, details, expiration, created_at)
          VALUES ($1, $2, $3, $4, $5) ON CONFLICT (pci) DO UPDATE SET details = EXCLUDED.details,
            expiration = EXCLUDED.expiration, created_at = EXCLUDED.created_at
          WHERE smart_sessions.address = EXCLUDED.address AND smart_sessions.activated_at IS NULL RETURNING 1`
        const added = await query(insert, [pci, account, JSON.stringify(details), expiration, createdAt])
        if (added.length === 0) return false
        await query(removeOldest, [account, pci])
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
    async list(accounts, now) {
      const rows = await query<SessionRow>(
        `SELECT ${columns} FROM (
           SELECT ${columns} FROM smart_sessions WHERE address = ANY($1) AND activated_at IS NOT NULL
           ORDER BY (revoked_at IS NULL AND expiration > $2) DESC, created_at DESC, pci LIMIT ${maxSessions}
         ) AS listed ORDER BY created_at DESC, pci`,
        [accounts, now],
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
    // validated before it was stored
    details: JSON.parse(row.details) as SessionDetails,
    context: row.context ?? undefined,
    expiration: Number(row.expiration),
    createdAt: Number(row.created_at),
    activatedAt: toTime(row.activated_at),
    revokedAt: toTime(row.revoked_at),
  }
}
