import { isLatchkeyError } from '@latchkey/core'
import { RpcChainMismatchError } from '@latchkey/core/plugin'
import type { ClientBase } from 'pg'
import { toHex } from 'viem'
import { z } from 'zod'
import type { PinnedChain } from '../chains/chainBook.js'
import { headResponse } from './block.js'
import { type FullBlock, readBlocks } from './readBlocks.js'
import { type ChainState, readState, writeBlocks, writeProblem } from './store.js'
import { readTokenNames } from './tokenNames.js'

type FindForkOptions = {
  readonly chain: PinnedChain
  /** The highest indexed block that the node has, too. */
  readonly from: number
  /** The lowest height at which the fork may start. */
  readonly lowest: number
  readonly signal: AbortSignal
}

/** Blocks per comparison. */
const compareBatch = 32

/**
 * Finds the newest indexed block that is still on the node's chain: the one at `from` without a fork. Undefined if there is none down
 * to `lowest`. If indexing started above `lowest`, but not at the chain's first block, it is the block before the first indexed one,
 * whose hash is unknown.
 */
async function findFork(
  client: ClientBase,
  { chain, from, lowest, signal }: FindForkOptions,
): Promise<{ readonly height: number; readonly hash: string | undefined } | undefined> {
  let first = from + 1
  while (first > Math.max(lowest, 0)) {
    const limit = first > from ? 1 : compareBatch
    const { rows } = await client.query<{ height: string; hash: string }>(
      `SELECT height, hash FROM chain_blocks WHERE chain = $1 AND height < $2 AND height >= $3 ORDER BY height DESC LIMIT ${limit}`,
      [chain.caipNetworkId, first, lowest],
    )
    const calls = rows.map(({ height }) => ({ method: 'eth_getBlockByNumber', params: [toHex(Number(height)), false] }))
    const found = (await chain.node.batch(calls, { signal })).map((one) => headResponse.parse(one))
    const same = rows.find(({ hash }, index) => found[index]?.hash === hash)
    if (same) return { height: Number(same.height), hash: same.hash }
    const last = rows.at(-1)
    // nothing that low is indexed: the node is far behind, or the fork includes the first indexed block
    if (!last) return { height: Math.min(first - 1, from), hash: undefined }
    first = Number(last.height)
  }
  return undefined
}

type AdvanceOptions = {
  readonly chain: PinnedChain
  /** Maximum number of blocks. */
  readonly count: number
  readonly signal: AbortSignal
}

/** Blocks of a fork that are replaced without the operator. */
const defaultForkDepth = 64

/** A fork deeper than `maxForkDepth`: the operator has to decide. Nothing was changed. */
export class DeepForkError extends Error {
  override readonly name = 'DeepForkError'
}

/**
 * Indexes the next blocks, or replaces those of a fork: all or nothing, and only after the new blocks were read and connect to the
 * remaining ones. Resolves with whether there may be more.
 *
 * A node that is merely behind changes nothing. Throws if the node serves another chain, or if the fork is deeper than
 * `maxForkDepth`; both are stored in `chain_states`, for all gateways to report.
 */
export async function advanceChain(client: ClientBase, options: AdvanceOptions): Promise<boolean> {
  const chain = options.chain.caipNetworkId
  const state = await readState(client, chain)
  try {
    const hasMore = await advance(client, { ...options, state })
    if (state.problem !== null) await writeProblem(client, chain, null)
    return hasMore
  } catch (cause) {
    const isOther = isLatchkeyError(cause) && cause.code === 'RPC_CHAIN_MISMATCH'
    const problem = isOther ? 'WRONG_CHAIN' : cause instanceof DeepForkError ? 'FORK_TOO_DEEP' : state.problem
    if (problem !== state.problem) await writeProblem(client, chain, problem)
    throw cause
  }
}

type Step = AdvanceOptions & { readonly state: ChainState }

const quantity = z.string().regex(/^0x[\da-f]{1,16}$/i)

const blockStatement =
  'SELECT height, hash FROM chain_blocks WHERE chain = $1 AND ($2::bigint IS NULL OR height = $2) ORDER BY height DESC LIMIT 1'

async function advance(client: ClientBase, step: Step): Promise<boolean> {
  const { chain, count, state, signal } = step
  const { fromBlock = 0, confirmations = 0, maxForkDepth = defaultForkDepth } = chain.index ?? {}
  const { head, genesis } = await readNode(step)
  const top = head - confirmations
  const readBlock = async (
    height: number | null,
  ): Promise<{ readonly height: number; readonly hash: string } | undefined> => {
    const { rows } = await client.query<{ height: string; hash: string }>(blockStatement, [chain.caipNetworkId, height])
    return rows[0] && { height: Number(rows[0].height), hash: rows[0].hash }
  }

  const tip = await readBlock(null)
  // from a height that is not indexed yet, there is nothing to replace, and blocks would be skipped
  if (state.reindexFrom !== null && (!tip || state.reindexFrom <= Math.max(fromBlock, tip.height))) {
    const from = Math.max(fromBlock, state.reindexFrom)
    const to = Math.min(from + count - 1, top)
    if (to < from) return false
    const parent = await readBlock(from - 1)
    await write(client, step, {
      genesis,
      blocks: await readRange(step, { from, to, parentHash: parent?.hash }),
      replaceFrom: from,
    })
    return true
  }
  if (genesis !== null && state.genesis !== null && genesis !== state.genesis)
    throw new RpcChainMismatchError({
      details: `The node of ${chain.caipNetworkId} serves another chain: its genesis block is ${genesis}.`,
    })

  if (tip) {
    const shared = Math.min(tip.height, head)
    const fork = await findFork(client, {
      chain,
      from: shared,
      lowest: Math.min(tip.height - maxForkDepth, shared),
      signal,
    })
    if (fork === undefined)
      throw new DeepForkError(
        `${chain.caipNetworkId} differs from more than ${maxForkDepth} indexed blocks. Nothing was deleted. ` +
          `If the new chain is right, reindex it: main.js reindex ${chain.caipNetworkId}`,
      )
    if (fork.height < shared) {
      // the node may be stuck on a shorter branch: a branch has to be as long as the one it replaces
      if (top < tip.height) return false
      const blocks = await readRange(step, { from: fork.height + 1, to: tip.height, parentHash: fork.hash })
      await write(client, step, { genesis, blocks, replaceFrom: fork.height + 1 })
      return true
    }
  }
  const from = tip ? tip.height + 1 : fromBlock
  const to = Math.min(from + count - 1, top)
  if (to < from) return false
  const { traces } = chain.index ?? {}
  const blocks = await readBlocks(chain.node, { from, to, parentHash: tip?.hash, traces, signal })
  await write(client, step, { genesis, blocks })
  return to < top
}

/** Reads the latest height and the hash of the first block (null if the node lacks it) in one batch, so from one server. */
async function readNode({
  chain: { caipNetworkId, reference, node },
  signal,
}: Step): Promise<{ readonly head: number; readonly genesis: string | null }> {
  const calls = [
    { method: 'eth_chainId' },
    { method: 'eth_blockNumber' },
    { method: 'eth_getBlockByNumber', params: ['0x0', false] },
  ]
  const [chainId, head, first] = await node.batch(calls, { signal })
  const id = BigInt(quantity.parse(chainId))
  if (id !== BigInt(reference))
    throw new RpcChainMismatchError({ details: `The node of ${caipNetworkId} serves another chain: ${id}.` })
  return { head: Number(quantity.parse(head)), genesis: headResponse.parse(first)?.hash ?? null }
}

type Range = { readonly from: number; readonly to: number; readonly parentHash: string | undefined }

/** Reads all blocks of a range. Throws if the chain changes meanwhile. */
async function readRange(
  { chain, count, signal }: Step,
  { from, to, parentHash }: Range,
): Promise<readonly FullBlock[]> {
  const { traces } = chain.index ?? {}
  const blocks: FullBlock[] = []
  while (from + blocks.length <= to) {
    const next = from + blocks.length
    const last = Math.min(next + count - 1, to)
    const parent = blocks.at(-1)?.hash ?? parentHash
    blocks.push(...(await readBlocks(chain.node, { from: next, to: last, parentHash: parent, traces, signal })))
  }
  return blocks
}

type BlockWrite = {
  readonly blocks: readonly FullBlock[]
  readonly genesis: string | null
  readonly replaceFrom?: number | undefined
}

async function write(client: ClientBase, { chain, state, signal }: Step, written: BlockWrite): Promise<void> {
  const { blocks, genesis, replaceFrom } = written
  const names = await readTokenNames(client, { chain, blocks, signal })
  await writeBlocks(client, {
    chain: chain.caipNetworkId,
    blocks,
    names,
    genesis,
    replaceFrom,
    reindexed: state.reindexFrom,
  })
}
