import { RpcFailedError } from '@latchkey/core/plugin'
import { toHex } from 'viem'
import { z } from 'zod'
import type { Node } from '../chains/createNode.js'
import type { ChainIndex } from '../chains/gatewayChain.js'
import type { Block } from './block.js'
import type { InternalTransfer } from './internalTransfer.js'
import { toCallTransfers } from './toCallTransfers.js'
import { toTraceTransfers } from './toTraceTransfers.js'

export type ReadTracesOptions = {
  readonly block: Block
  readonly method: NonNullable<ChainIndex['traces']>
  readonly signal: AbortSignal
}

/** For each transaction its trace, or why there is none. Older nodes leave the hash out. */
const callReply = z.array(
  z.object({
    txHash: z.string().toLowerCase().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
)
/** Rewards belong to no transaction. */
const stepsReply = z.array(
  z.looseObject({
    type: z.string(),
    blockHash: z.string().toLowerCase(),
    transactionHash: z.string().toLowerCase().nullish(),
  }),
)

/**
 * What contracts sent inside of each transaction of a block. Throws as the node does, where it has no trace of one of them, and where they
 * are of another block.
 */
export async function readTraces(
  node: Node,
  { block, method, signal }: ReadTracesOptions,
): Promise<readonly (readonly InternalTransfer[])[]> {
  const params = method === 'trace_block' ? [toHex(block.number)] : [block.hash, { tracer: 'callTracer' }]
  const reply = await node.call({ method, params, signal })
  return method === 'trace_block' ? readSteps(block, reply) : readCalls(block, reply)
}

function readCalls(block: Block, reply: unknown): readonly (readonly InternalTransfer[])[] {
  const traces = callReply.parse(reply)
  const isOf = traces.every(({ txHash }, index) => txHash === undefined || txHash === block.transactions[index]?.hash)
  if (!isOf || traces.length !== block.transactions.length) throw toFault(block, 'are of another one')
  if (traces.some(({ result }) => result === undefined)) throw toFault(block, 'are not all there')
  return traces.map(({ result }) => toCallTransfers(result))
}

function readSteps(block: Block, reply: unknown): readonly (readonly InternalTransfer[])[] {
  const steps = stepsReply.parse(reply)
  if (steps.some(({ blockHash }) => blockHash !== block.hash)) throw toFault(block, 'are of another one')
  const byHash = new Map<unknown, object[]>(block.transactions.map(({ hash }) => [hash, []]))
  for (const step of steps) byHash.get(step.transactionHash)?.push(step)
  return block.transactions.map(({ hash }) => {
    const own = byHash.get(hash) ?? []
    // each has one for itself at least
    if (own.length === 0) throw toFault(block, 'are not all there')
    return toTraceTransfers(own)
  })
}

function toFault({ number }: Block, what: string): RpcFailedError {
  return new RpcFailedError({ details: `The traces of block ${number} ${what}.` })
}
