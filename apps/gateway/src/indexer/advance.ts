import { isLatchkeyError } from '@latchkey/core'
import { RpcChainMismatchError } from '@latchkey/core/plugin'
import type { ClientBase } from 'pg'
import { toHex } from 'viem'
import { z } from 'zod'
import type { ServedChain } from '../chains/chainBook.js'
import { headResponse } from './block.js'
import { type FullBlock, readBlocks } from './readBlocks.js'
import { type ChainState, readState, writeBlocks, writeProblem } from './store.js'
import { readTokenNames } from './tokenNames.js'

type FindForkOptions = {
  readonly chain: ServedChain
  /** The height of the newest block that the node has too. */
  readonly from: number
  /** The lowest height at which the fork may begin. */
  readonly lowest: number
  readonly signal: AbortSignal
}

/** Blocks that are compared at a time. */
const compareBatch = 32

/**
 * The newest block that the node has as it was written: that at `from` where nothing has changed, or where nothing that low was read.
 * Undefined where there is none down to `lowest`. Where reading began above `lowest`, but not with the chain's own first block, it is
 * the block before that; its hash is not known.
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
    // nothing that low was read: a node that is far behind, or a fork around the first block that was read
    if (!last) return { height: Math.min(first - 1, from), hash: undefined }
    first = Number(last.height)
  }
  return undefined
}

type AdvanceOptions = {
  readonly chain: ServedChain
  /** Blocks that are read at most. */
  readonly count: number
  readonly signal: AbortSignal
}

/** Blocks of a fork that are replaced without the operator. */
const defaultForkDepth = 64

/** The chain has left what was read, further back than forks go: the operator decides. Nothing was changed. */
class DeepForkError extends Error {
  override readonly name = 'DeepForkError'
}

/**
 * Writes the next blocks, or replaces those of a fork by the ones that came instead: either all of it or nothing, and only once the
 * new blocks were read, stand on one another and on what stays. Resolves with whether there may be more.
 *
 * A node that is merely behind changes nothing. Throws where it serves another chain, or the fork is deeper than `maxForkDepth`;
 * both are kept in `chain_states`, for all gateways to report.
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

  if (state.reindexFrom !== null) {
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

  const tip = await readBlock(null)
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
        `${chain.caipNetworkId} has other blocks than were read, for more than ${maxForkDepth} blocks. Nothing was deleted. ` +
          `If that is right, read them again: main.js reindex ${chain.caipNetworkId}`,
      )
    if (fork.height < shared) {
      // a shorter branch may be one that its node is stuck on: it has to reach what it replaces
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

/** The height of the newest block, and the hash of the first: null where the node no longer has it. From one and the same node. */
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

/** All blocks of a range, however many. Throws where the chain changes meanwhile. */
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
