import { RpcFailedError } from '@latchkey/core/plugin'
import { toHex } from 'viem'
import type { ChainIndex } from '../chains/config.js'
import type { Node } from '../chains/node.js'
import { type Block, blockResponse, type InternalTransfer, type Receipt, receiptsResponse } from './block.js'
import { readTraces } from './traces.js'

export type FullBlock = Block & {
  readonly receipts: readonly Receipt[]
  /** Transfers by contracts in each transaction, if traces are configured. */
  readonly internal?: readonly (readonly InternalTransfer[])[] | undefined
}

type ReadBlocksOptions = {
  readonly from: number
  /** Inclusive. */
  readonly to: number
  /** The hash of the block before `from`, if known. */
  readonly parentHash: string | undefined
  /** Reads traces as well, in one call per block because the response may be large. */
  readonly traces: ChainIndex['traces']
  readonly signal: AbortSignal
}

/**
 * Reads consecutive blocks that connect to the parent, with their receipts; fewer if the chain changes meanwhile. Throws as the node
 * does, and if not even the first block connects.
 */
export async function readBlocks(
  node: Node,
  { from, to, parentHash, traces, signal }: ReadBlocksOptions,
): Promise<readonly FullBlock[]> {
  const calls = Array.from({ length: to - from + 1 }, (_, index) => ({
    method: 'eth_getBlockByNumber',
    params: [toHex(from + index), true],
  }))
  const found = (await node.batch(calls, { signal })).map((one) => blockResponse.parse(one))
  const blocks: Block[] = []
  let parent = parentHash
  for (const [index, block] of found.entries()) {
    if (block?.number !== from + index || (parent !== undefined && block.parentHash !== parent)) break
    blocks.push(block)
    parent = block.hash
  }
  if (blocks.length === 0) throw new RpcFailedError({ details: `Block ${from} does not connect to its parent.` })
  const full = blocks.filter(({ transactions }) => transactions.length > 0)
  const asked = full.map(({ hash }) => ({ method: 'eth_getBlockReceipts', params: [hash] }))
  const replies = await node.batch(asked, { signal })
  const receipts = new Map(full.map(({ hash }, index) => [hash, receiptsResponse.parse(replies[index])]))
  const internal = new Map<string, FullBlock['internal']>()
  if (traces)
    for (const block of full) internal.set(block.hash, await readTraces(node, { block, method: traces, signal }))
  return blocks.map((block) => {
    const own = (receipts.get(block.hash) ?? []).toSorted((a, b) => a.transactionIndex - b.transactionIndex)
    const isWhole = own.every((one, index) => {
      return one.blockHash === block.hash && one.transactionHash === block.transactions[index]?.hash
    })
    if (isWhole && own.length === block.transactions.length)
      return { ...block, receipts: own, internal: internal.get(block.hash) }
    throw new RpcFailedError({ details: `The receipts of block ${block.number} belong to another block.` })
  })
}
