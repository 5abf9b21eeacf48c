import type { ClientBase } from 'pg'

/** Takes back all that was written of blocks above a height, or nothing. */
export async function rollBack(
  client: ClientBase,
  { chain, height }: { readonly chain: string; readonly height: number },
): Promise<void> {
  await client.query('BEGIN')
  try {
    for (const table of ['activity', 'transfers', 'transactions', 'blocks'])
      await client.query(`DELETE FROM chain_${table} WHERE chain = $1 AND height > $2`, [chain, height])
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined) // a connection that is gone has rolled back
    throw cause
  }
}
