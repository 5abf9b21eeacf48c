import { z } from 'zod'

/** Why the blocks of a chain are not read now. */
export type IndexProblem = 'WRONG_CHAIN' | 'FORK_TOO_DEEP'

/** What all gateways of a database know of reading a chain. */
export type ChainState = {
  /** The hash of the chain's first block, as it was when blocks were read; null where it is not known. */
  readonly genesis: string | null
  readonly problem: IndexProblem | null
  /** From which height the operator wants the blocks read again. */
  readonly reindexFrom: number | null
}

const row = z.object({
  genesis: z.string().nullable(),
  problem: z.enum(['WRONG_CHAIN', 'FORK_TOO_DEEP']).nullable(),
  reindex_from: z.coerce.number().nullable(),
})

/** A pool of connections, or one of them. */
type Queryable = {
  query(text: string, values: unknown[]): Promise<{ readonly rows: readonly unknown[] }>
}

export async function readState(client: Queryable, chain: string): Promise<ChainState> {
  const statement = 'SELECT genesis, problem, reindex_from FROM chain_states WHERE chain = $1'
  const { rows } = await client.query(statement, [chain])
  const { genesis, problem, reindex_from } = rows[0] ? row.parse(rows[0]) : { ...empty, reindex_from: null }
  return { genesis, problem, reindexFrom: reindex_from }
}

const empty = { genesis: null, problem: null } as const

export async function writeProblem(client: Queryable, chain: string, problem: IndexProblem | null): Promise<void> {
  await client.query(
    'INSERT INTO chain_states (chain, problem) VALUES ($1, $2) ON CONFLICT (chain) DO UPDATE SET problem = EXCLUDED.problem',
    [chain, problem],
  )
}
