import type { ClientBase } from 'pg'
import type { FullBlock } from './readBlocks.js'
import type { TokenName } from './readTokenNames.js'
import type { Rows } from './rows.js'
import { toRows } from './toRows.js'

export type WriteBlocksOptions = {
  readonly chain: string
  readonly blocks: readonly FullBlock[]
  readonly names: readonly TokenName[]
  /** Of the chain that the blocks are of; null where the node does not have it. */
  readonly genesis: string | null
  /** All that is written from this height on is deleted in the same transaction. */
  readonly replaceFrom?: number | undefined
  /** The request of the operator that is done with this. */
  readonly reindexed: number | null
}

const columns: { readonly [table in keyof Rows | 'tokens']: string } = {
  blocks: 'height bigint, hash text',
  transactions: `height bigint, position integer, hash text, sender text, recipient text, nonce bigint, method text,
    is_confirmed boolean, mined_at bigint`,
  transfers: `height bigint, position integer, place integer, token text, token_id numeric, sender text, recipient text,
    amount numeric`,
  activity: 'account text, mined_at bigint, height bigint, position integer',
  holdings: 'account text, token text, token_id numeric',
  tokens: 'address text, name text, symbol text, decimals integer',
}

/** Tables whose rows outlast the block that brought them: what they say is asked of the chain. */
const lasting: readonly string[] = ['holdings', 'tokens']

/** Writes all of the blocks in place of others from a height on, or nothing. Rejects where one of them is there already. */
export async function writeBlocks(
  client: ClientBase,
  { chain, blocks, names, genesis, replaceFrom, reindexed }: WriteBlocksOptions,
): Promise<void> {
  const all = blocks.map(toRows)
  const tables: Readonly<Record<keyof typeof columns, readonly object[]>> = {
    blocks: all.flatMap((rows) => rows.blocks),
    transactions: all.flatMap((rows) => rows.transactions),
    transfers: all.flatMap((rows) => rows.transfers),
    activity: all.flatMap((rows) => rows.activity),
    holdings: all.flatMap((rows) => rows.holdings),
    tokens: names,
  }
  await client.query('BEGIN')
  try {
    if (replaceFrom !== undefined)
      for (const table of ['activity', 'transfers', 'transactions', 'blocks'])
        await client.query(`DELETE FROM chain_${table} WHERE chain = $1 AND height >= $2`, [chain, replaceFrom])
    await client.query(
      `INSERT INTO chain_states AS old (chain, genesis) VALUES ($1, $2) ON CONFLICT (chain) DO UPDATE SET
         genesis = CASE WHEN $3::bigint IS NULL THEN coalesce(old.genesis, EXCLUDED.genesis) ELSE EXCLUDED.genesis END,
         reindex_from = nullif(old.reindex_from, $3::bigint)`,
      [chain, genesis, reindexed],
    )
    for (const [table, rows] of Object.entries(tables)) {
      if (rows.length === 0) continue
      const listed = columns[table as keyof typeof columns].replace(/ \w+(?=,|$)/g, '')
      const conflict = lasting.includes(table) ? 'ON CONFLICT DO NOTHING' : ''
      await client.query(
        `INSERT INTO chain_${table} (chain, ${listed}) SELECT $1, ${listed}
         FROM jsonb_to_recordset($2::jsonb) AS rows(${columns[table as keyof typeof columns]}) ${conflict}`,
        [chain, JSON.stringify(rows)],
      )
    }
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined) // a connection that is gone has rolled back
    throw cause
  }
}
