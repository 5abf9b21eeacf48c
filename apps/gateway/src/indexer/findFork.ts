import type { ClientBase } from 'pg'
import { toHex } from 'viem'
import type { ServedChain } from '../chains/createChainBook.js'
import { headReply } from './block.js'

export type FindForkOptions = {
  readonly chain: ServedChain
  /** The height of the newest block that the node has too. */
  readonly from: number
  /** The lowest height at which the fork may begin. */
  readonly lowest: number
  readonly signal: AbortSignal
}

/** Blocks that are compared at a time. */
const step = 32

/**
 * The newest block that the node has as it was written: that at `from` where nothing has changed, or where nothing that low was read.
 * Undefined where there is none down to `lowest`. Where reading began above `lowest`, but not with the chain's own first block, it is
 * the block before that; its hash is not known.
 */
export async function findFork(
  client: ClientBase,
  { chain, from, lowest, signal }: FindForkOptions,
): Promise<{ readonly height: number; readonly hash: string | undefined } | undefined> {
  let first = from + 1
  while (first > Math.max(lowest, 0)) {
    const limit = first > from ? 1 : step
    const { rows } = await client.query<{ height: string; hash: string }>(
      `SELECT height, hash FROM chain_blocks WHERE chain = $1 AND height < $2 AND height >= $3 ORDER BY height DESC LIMIT ${limit}`,
      [chain.caipNetworkId, first, lowest],
    )
    const calls = rows.map(({ height }) => ({ method: 'eth_getBlockByNumber', params: [toHex(Number(height)), false] }))
    const found = (await chain.node.batch(calls, { signal })).map((one) => headReply.parse(one))
    const same = rows.find(({ hash }, index) => found[index]?.hash === hash)
    if (same) return { height: Number(same.height), hash: same.hash }
    const last = rows.at(-1)
    // nothing that low was read: a node that is far behind, or a fork around the first block that was read
    if (!last) return { height: Math.min(first - 1, from), hash: undefined }
    first = Number(last.height)
  }
  return undefined
}
