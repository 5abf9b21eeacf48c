import type { NonceEntry, NonceStore } from '@latchkey/siwx/server'
import type { Database } from '../database/openDatabase.js'

type NonceRow = {
  readonly nonce: string
  readonly origin: string
  readonly issued_at: string
  readonly expiration_time: string
  readonly request_id: string
  readonly client: string
  /** A bigint comes as text. */
  readonly valid_until: string
}

const columns = 'nonce, origin, issued_at, expiration_time, request_id, client, valid_until'

/** Nonces in a database: of all gateways that ask for the same one, the row goes to one. */
export function createNonceStore({ query }: Database): NonceStore {
  return {
    async create({ nonce, origin, issuedAt, expirationTime, requestId, client, validUntil }) {
      const values = [nonce, origin, issuedAt, expirationTime, requestId, client, validUntil]
      await query(`INSERT INTO siwx_nonces (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, values)
    },
    async find(nonce) {
      return toEntry(await query<NonceRow>(`SELECT ${columns} FROM siwx_nonces WHERE nonce = $1`, [nonce]))
    },
    async consume(nonce) {
      return toEntry(await query<NonceRow>(`DELETE FROM siwx_nonces WHERE nonce = $1 RETURNING ${columns}`, [nonce]))
    },
    async countOpen({ client, now }) {
      const count = 'SELECT count(*) AS open FROM siwx_nonces WHERE client = $1 AND valid_until > $2'
      const [row] = await query<{ open: string }>(count, [client, now])
      return Number(row?.open ?? 0)
    },
  }
}

function toEntry([row]: readonly NonceRow[]): NonceEntry | undefined {
  return (
    row && {
      nonce: row.nonce,
      origin: row.origin,
      issuedAt: row.issued_at,
      expirationTime: row.expiration_time,
      requestId: row.request_id,
      client: row.client,
      validUntil: Number(row.valid_until),
    }
  )
}
