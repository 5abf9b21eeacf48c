import type { ClientBase } from 'pg'
import { toHex } from 'viem'
import type { ServedChain } from '../chains/createChainBook.js'
import { headReply } from './block.js'

export type FindForkOptions = {
  readonly chain: ServedChain
  /** The height of the newest block that the node has too. */
  readonly from: number
  readonly signal: AbortSignal
}

/** Blocks that are compared at a time. */
const step = 32

/**
 * The height of the newest block, from a height down, that the node has as it was written: `from` where nothing has changed, -1
 * where all is of another chain.
 */
export async function findFork(client: ClientBase, { chain, from, signal }: FindForkOptions): Promise<number> {
  for (let top = from; ; ) {
    const { rows } = await client.query<{ height: string; hash: string }>(
      `SELECT height, hash FROM chain_blocks WHERE chain = $1 AND height <= $2 ORDER BY height DESC LIMIT ${top === from ? 1 : step}`,
      [chain.caipNetworkId, top],
    )
    const calls = rows.map(({ height }) => ({ method: 'eth_getBlockByNumber', params: [toHex(Number(height)), false] }))
    const found = (await chain.node.batch(calls, { signal })).map((one) => headReply.parse(one))
    const same = rows.findIndex(({ hash }, index) => found[index]?.hash === hash)
    const lowest = rows.at(-1)
    if (same >= 0) return Number(rows[same]?.height)
    if (lowest === undefined) return -1
    top = Number(lowest.height) - 1
  }
}
