import { openDatabase } from '../database/openDatabase.js'
import type { StartGatewayOptions } from '../startGateway.js'

/**
 * Has the blocks of a chain read again, from a height on or all of them: `reindex eip155:1 19000000`. The gateway that reads the chain
 * does it with its next step, once it has the first new blocks; until then nothing is deleted. Throws for a chain that is not read.
 */
export async function requestReindex(
  { databaseUrl, chains = [] }: StartGatewayOptions,
  [caipNetworkId = '', height]: readonly string[],
): Promise<{ readonly chain: string; readonly reindexFrom: number }> {
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set.')
  const chain = chains.find((one) => one.caipNetworkId === caipNetworkId)
  if (!chain?.index) throw new Error(`${caipNetworkId} is no chain with "index" in CHAINS_FILE.`)
  if (height !== undefined && !/^\d{1,15}$/.test(height)) throw new Error(`${height} is no height of a block.`)
  const reindexFrom = Number(height ?? chain.index.fromBlock ?? 0)
  const database = openDatabase({ url: databaseUrl, warn: () => undefined })
  try {
    await database.query(
      `INSERT INTO chain_states (chain, reindex_from) VALUES ($1, $2)
       ON CONFLICT (chain) DO UPDATE SET reindex_from = EXCLUDED.reindex_from`,
      [caipNetworkId, reindexFrom],
    )
  } finally {
    await database.close()
  }
  return { chain: caipNetworkId, reindexFrom }
}
