import { appendAudit } from '../audit/appendAudit.js'
import { CustodyFault } from '../CustodyFault.js'
import type { Custody } from '../custody.js'
import type { Queryable } from '../database/queryable.js'

/** Of this program alone: who opens a wallet holds it together with others, who stops that alone. */
const lock = 5_221_118_026

/** Throws `STOPPED` where the operator has stopped all signing. */
export async function assertSigning({ query }: Queryable): Promise<void> {
  const [row] = await query<{ value: string }>("SELECT value FROM vault_settings WHERE name = 'signing'")
  if (row?.value === 'stopped')
    throw new CustodyFault('Signing is stopped for now by who runs this wallet service. You can still log in.', {
      code: 'STOPPED',
    })
}

/** Runs what opens a wallet. Once signing was stopped nothing of it is under way any more, nor begins. Throws `STOPPED`. */
export async function whileSigning<value>(
  { database }: Pick<Custody, 'database'>,
  work: (client: Queryable) => Promise<value>,
): Promise<value> {
  return database.inTransaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock_shared($1)', [lock])
    await assertSigning(client)
    return work(client)
  })
}

/** Stops all signing by every process of this database, or lets it go on. When it resolves, no signature is under way. */
export async function switchSigning(
  { database, ...audit }: Pick<Custody, 'database' | 'keys' | 'now'>,
  { isStopped }: { readonly isStopped: boolean },
): Promise<{ readonly signing: 'stopped' | 'on' }> {
  const value = isStopped ? 'stopped' : 'on'
  await database.inTransaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock])
    await client.query(
      "INSERT INTO vault_settings VALUES ('signing', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [value],
    )
    await appendAudit(audit, client, { event: isStopped ? 'signing.stopped' : 'signing.started' })
  })
  return { signing: value }
}
