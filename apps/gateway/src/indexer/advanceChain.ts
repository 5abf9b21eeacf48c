import type { ClientBase } from 'pg'
import { type Hex, hexToNumber } from 'viem'
import type { ServedChain } from '../chains/createChainBook.js'
import { findFork } from './findFork.js'
import { readBlocks } from './readBlocks.js'
import { readTokenNames } from './readTokenNames.js'
import { rollBack } from './rollBack.js'
import { writeBlocks } from './writeBlocks.js'

export type AdvanceOptions = {
  readonly chain: ServedChain
  /** Blocks that are read at most. */
  readonly count: number
  readonly signal: AbortSignal
}

/**
 * Takes back blocks that the node no longer has, or writes the next ones: either all of it or nothing. Resolves with whether there
 * may be more. A node that is merely behind changes nothing.
 */
export async function advanceChain(client: ClientBase, { chain, count, signal }: AdvanceOptions): Promise<boolean> {
  const { caipNetworkId, node } = chain
  const { fromBlock = 0, confirmations = 0, traces } = chain.index ?? {}
  const head = hexToNumber((await node.call({ method: 'eth_blockNumber', signal })) as Hex)
  const { rows } = await client.query<{ height: string; hash: string }>(
    'SELECT height, hash FROM chain_blocks WHERE chain = $1 ORDER BY height DESC LIMIT 1',
    [caipNetworkId],
  )
  const [tip] = rows
  if (tip) {
    const shared = Math.min(Number(tip.height), head)
    const fork = await findFork(client, { chain, from: shared, signal })
    if (fork < shared) {
      await rollBack(client, { chain: caipNetworkId, height: fork })
      return true
    }
  }
  const from = tip ? Number(tip.height) + 1 : fromBlock
  const to = Math.min(from + count - 1, head - confirmations)
  if (to < from) return false
  const blocks = await readBlocks(node, { from, to, parentHash: tip?.hash, traces, signal })
  const names = await readTokenNames(client, { chain, blocks, signal })
  await writeBlocks(client, { chain: caipNetworkId, blocks, names })
  return to < head - confirmations
}
