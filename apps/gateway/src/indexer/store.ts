import type { ClientBase } from 'pg'
import { z } from 'zod'
import type { FullBlock } from './readBlocks.js'
import { type Rows, toRows } from './rows.js'
import type { TokenName } from './tokenNames.js'

/** Why a chain is not being indexed. */
export type IndexProblem = 'WRONG_CHAIN' | 'FORK_TOO_DEEP'

/** State of the indexer for a chain, shared by all gateways of a database. */
export type ChainState = {
  /** Hash of the chain's first block when it was indexed; null if unknown. */
  readonly genesis: string | null
  readonly problem: IndexProblem | null
  /** Height from which the operator wants to reindex. */
  readonly reindexFrom: number | null
}

const stateRow = z.object({
  genesis: z.string().nullable(),
  problem: z.enum(['WRONG_CHAIN', 'FORK_TOO_DEEP']).nullable(),
  reindex_from: z.coerce.number().nullable(),
})

/** A connection or a pool. */
type Queryable = {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

export async function readState(client: Queryable, chain: string): Promise<ChainState> {
  const statement = 'SELECT genesis, problem, reindex_from FROM chain_states WHERE chain = $1'
  const { rows } = await client.query(statement, [chain])
  const { genesis, problem, reindex_from } = rows[0] ? stateRow.parse(rows[0]) : { ...emptyState, reindex_from: null }
  return { genesis, problem, reindexFrom: reindex_from }
}

const emptyState = { genesis: null, problem: null } as const

export async function writeProblem(client: Queryable, chain: string, problem: IndexProblem | null): Promise<void> {
  await client.query(
    'INSERT INTO chain_states (chain, problem) VALUES ($1, $2) ON CONFLICT (chain) DO UPDATE SET problem = EXCLUDED.problem',
    [chain, problem],
  )
}

type WriteBlocksOptions = {
  readonly chain: string
  readonly blocks: readonly FullBlock[]
  readonly names: readonly TokenName[]
  /** Genesis hash of the blocks' chain; null if the node lacks it. */
  readonly genesis: string | null
  /** Deletes all blocks from this height on in the same transaction. */
  readonly replaceFrom?: number | undefined
  /** The operator's reindex request that this completes. */
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

/** For tables whose rows stay when their block is replaced, because they are checked against the chain. */
const onConflict: { readonly [table in keyof Rows | 'tokens']?: string } = {
  holdings: 'ON CONFLICT DO NOTHING',
  // unknown values keep their stored ones; a stored 0 for decimals may come from a failed call
  tokens: `ON CONFLICT (chain, address) DO UPDATE SET name = coalesce(nullif(EXCLUDED.name, ''), old.name),
    symbol = coalesce(nullif(EXCLUDED.symbol, ''), old.symbol),
    decimals = coalesce(EXCLUDED.decimals, nullif(old.decimals, 0))`,
}

/** Milliseconds. A reindex may delete the rows of a whole chain. */
const deletionTimeout = 6 * 3_600_000

/** Inserts blocks in one transaction, replacing others from a height on. Rejects if one exists already. */
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
    if (replaceFrom !== undefined) {
      await client.query('SET LOCAL statement_timeout TO 0')
      for (const table of ['activity', 'transfers', 'transactions', 'blocks']) {
        const text = `DELETE FROM chain_${table} WHERE chain = $1 AND height >= $2`
        const deletion = { text, values: [chain, replaceFrom], query_timeout: deletionTimeout }
        await client.query(deletion)
      }
    }
    await client.query(
      `INSERT INTO chain_states AS old (chain, genesis) VALUES ($1, $2) ON CONFLICT (chain) DO UPDATE SET
         genesis = CASE WHEN $3::bigint IS NULL THEN coalesce(old.genesis, EXCLUDED.genesis) ELSE EXCLUDED.genesis END,
         reindex_from = nullif(old.reindex_from, $3::bigint)`,
      [chain, genesis, reindexed],
    )
    for (const [table, rows] of Object.entries(tables)) {
      if (rows.length === 0) continue
      const listed = columns[table as keyof typeof columns].replace(/ \w+(?=,|$)/g, '')
      const conflict = onConflict[table as keyof typeof columns] ?? ''
      await client.query(
        `INSERT INTO chain_${table} AS old (chain, ${listed}) SELECT $1, ${listed}
         FROM jsonb_to_recordset($2::jsonb) AS rows(${columns[table as keyof typeof columns]}) ${conflict}`,
        [chain, JSON.stringify(rows)],
      )
    }
    await client.query('COMMIT')
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined) // a closed connection has rolled back
    throw cause
  }
}
