import type { Pool, PoolClient } from 'pg'

/** All that is done with the client happens, or nothing. */
export async function inTransaction<value>(pool: Pool, work: (client: PoolClient) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  let fault: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (cause) {
    // where even that fails, the connection is given up, which undoes it too
    fault = await client.query('ROLLBACK').then(
      () => undefined,
      (error: Error) => error,
    )
    throw cause
  } finally {
    client.release(fault)
  }
}
