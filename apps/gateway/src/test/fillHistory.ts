import { Client } from 'pg'

export type FillOptions = {
  readonly databaseUrl: string
  /** CAIP-2 id of a chain that nobody reads blocks of. */
  readonly chain: string
  /** A transaction each. */
  readonly transfers: number
}

/** Accounts that the transfers are between; of the first one is a tenth of all. */
export const loadAccounts = 1_000

/** Rows of one statement. */
const batch = 50_000

/** The account of that number. */
export function toLoadAccount(index: number): string {
  return `0x${index.toString(16).padStart(40, 'c')}`
}

const account = (number: string): string => `'0x' || lpad(to_hex(${number}), 40, 'c')`

/** Writes a history, as if as many transfers had been read from blocks of fifty. */
export async function fillHistory({ databaseUrl, chain, transfers }: FillOptions): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (let from = 0; from < transfers; from += batch) {
      const rows = `SELECT n / 50 AS height, (n % 50)::int AS position,
          ${account(`CASE WHEN n % 10 = 0 THEN 0 ELSE (n * 7919) % ${loadAccounts} END::int`)} AS sender,
          ${account(`((n * 104729) % ${loadAccounts})::int`)} AS recipient,
          1700000000000 + (n / 50) * 12000 AS mined_at, n
        FROM generate_series(${from}::bigint, ${Math.min(from + batch, transfers) - 1}::bigint) AS n`
      await client.query(
        `WITH row AS (${rows}),
        done AS (INSERT INTO chain_transactions SELECT $1, height, position, '0x' || lpad(to_hex(n), 64, '0'), sender, recipient,
          n, '', true, mined_at FROM row),
        moved AS (INSERT INTO chain_transfers SELECT $1, height, position, 0, NULL, NULL, sender, recipient, n + 1 FROM row)
        INSERT INTO chain_activity SELECT sender, mined_at, $1, height, position FROM row
          UNION SELECT recipient, mined_at, $1, height, position FROM row`.replaceAll('$1', `'${chain}'`),
      )
    }
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}
