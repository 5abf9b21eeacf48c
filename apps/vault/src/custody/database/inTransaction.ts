import type { Pool } from 'pg'
import type { Queryable, Row } from './queryable.js'

/** All that is done with the client happens, or nothing. Resolves once it is on disk, whatever the server's own default. */
export async function inTransaction<value>(pool: Pool, work: (client: Queryable) => Promise<value>): Promise<value> {
  const client = await pool.connect()
  let fault: Error | undefined
  // a connection that breaks between two statements: nobody else listens, and the process would end. The next statement fails
  const note = (cause: Error): void => {
    fault = cause
  }
  client.on('error', note)
  try {
    await client.query('BEGIN; SET LOCAL synchronous_commit TO on')
    const result = await work({
      query: async <row extends Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query<row>(text, [...values])).rows,
    })
    await client.query('COMMIT')
    return result
  } catch (cause) {
    // where even that fails, the connection is given up, which undoes it too
    await client.query('ROLLBACK').catch(note)
    throw cause
  } finally {
    client.off('error', note)
    client.release(fault)
  }
}
