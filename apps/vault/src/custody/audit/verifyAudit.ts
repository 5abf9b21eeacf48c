import type { Database } from '../database/openDatabase.js'
import type { Keys } from '../keys/keys.js'
import { createAuditCheck } from './createAuditCheck.js'
import { verifyWallets } from './walletVersion.js'

const batch = 1_000

/**
 * Follows the log of a database to its end. Throws where an entry was changed, left out or put in, and where the row of a wallet is older
 * than the log says.
 */
export async function verifyAudit(
  database: Pick<Database, 'query'>,
  keys: Keys,
): Promise<{ readonly entries: number; readonly last: string | undefined; readonly wallets: number }> {
  const { query } = database
  const check = createAuditCheck(keys)
  for (;;) {
    const rows = await query<{ seq: string; at: string; event: string; entry: string; hash: Buffer }>(
      `SELECT * FROM audit WHERE seq > $1 ORDER BY seq LIMIT ${batch}`,
      [check.count()],
    )
    for (const row of rows) check.add(row)
    if (rows.length < batch) break
  }
  const wallets = await verifyWallets(database, keys)
  return { entries: check.count(), last: check.last()?.toString('hex'), wallets }
}
