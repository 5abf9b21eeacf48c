import type { Database } from '@latchkey/server-kit/database'
import type { NonceEntry, NonceStore, SessionStore, SignedIn } from '@latchkey/siwx/server'

type NonceRow = {
  readonly nonce: string
  readonly origin: string
  readonly issued_at: string
  readonly expiration_time: string
  readonly request_id: string
  readonly client: string
  /** PostgreSQL returns bigint as text. */
  readonly valid_until: string
}

const nonceColumns = 'nonce, origin, issued_at, expiration_time, request_id, client, valid_until'

/** Stores nonces in PostgreSQL. Of concurrent gateways, one consumes a nonce. */
export function createNonceStore({ query }: Database): NonceStore {
  return {
    async create({ nonce, origin, issuedAt, expirationTime, requestId, client, validUntil }) {
      const values = [nonce, origin, issuedAt, expirationTime, requestId, client, validUntil]
      await query(`INSERT INTO siwx_nonces (${nonceColumns}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, values)
    },
    async find(nonce) {
      return toEntry(await query<NonceRow>(`SELECT ${nonceColumns} FROM siwx_nonces WHERE nonce = $1`, [nonce]))
    },
    async consume(nonce) {
      return toEntry(
        await query<NonceRow>(`DELETE FROM siwx_nonces WHERE nonce = $1 RETURNING ${nonceColumns}`, [nonce]),
      )
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

const insert = 'INSERT INTO siwx_sessions (id, chain_id, address, signed_in, valid_until) VALUES ($1, $2, $3, $4, $5)'

const select = 'SELECT signed_in FROM siwx_sessions WHERE id = $1 AND valid_until > $2 ORDER BY place'

const remove = 'DELETE FROM siwx_sessions WHERE id = $1 AND chain_id = $2 AND address = $3'

/** Stores sessions in PostgreSQL, one row per account. */
export function createSessionStore({ query, inTransaction }: Database): SessionStore {
  return {
    async add({ id, previousId = id, signedIn }) {
      const { chainId, accountAddress } = signedIn.data
      await inTransaction(async ({ query }) => {
        await query(remove, [previousId, chainId, accountAddress])
        await query('UPDATE siwx_sessions SET id = $1 WHERE id = $2', [id, previousId])
        await query(insert, [id, chainId, accountAddress, JSON.stringify(signedIn), signedIn.validUntil])
      })
    },
    async list({ id, now }) {
      const rows = await query<{ signed_in: string }>(select, [id, now])
      return rows.map(({ signed_in }) => JSON.parse(signed_in) as SignedIn)
    },
    async remove({ id, accounts }) {
      await inTransaction(async ({ query }) => {
        for (const { chainId, address } of accounts) await query(remove, [id, chainId, address])
      })
    },
  }
}
