import type { SessionStore, SignedIn } from '@latchkey/siwx/server'
import type { Database } from '../database/openDatabase.js'

const insert = 'INSERT INTO siwx_sessions (id, chain_id, address, signed_in, valid_until) VALUES ($1, $2, $3, $4, $5)'
const select = 'SELECT signed_in FROM siwx_sessions WHERE id = $1 AND valid_until > $2 ORDER BY place'
const remove = 'DELETE FROM siwx_sessions WHERE id = $1 AND chain_id = $2 AND address = $3'

/** Sessions in a database, a row for each account. */
export function createSessionStore({ query, inTransaction }: Database): SessionStore {
  return {
    async add({ id, previousId = id, signedIn }) {
      const { chainId, accountAddress } = signedIn.data
      await inTransaction(async (client) => {
        await client.query(remove, [previousId, chainId, accountAddress])
        await client.query('UPDATE siwx_sessions SET id = $1 WHERE id = $2', [id, previousId])
        await client.query(insert, [id, chainId, accountAddress, JSON.stringify(signedIn), signedIn.validUntil])
      })
    },
    async list({ id, now }) {
      const rows = await query<{ signed_in: string }>(select, [id, now])
      return rows.map(({ signed_in }) => JSON.parse(signed_in) as SignedIn)
    },
    async remove({ id, accounts }) {
      await inTransaction(async (client) => {
        for (const { chainId, address } of accounts) await client.query(remove, [id, chainId, address])
      })
    },
  }
}
