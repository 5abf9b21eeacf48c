import { RpcFailedError } from '@latchkey/core/plugin'
import { toHex } from 'viem'
import { z } from 'zod'
import type { ChainIndex } from '../chains/config.js'
import type { Node } from '../chains/node.js'
import { type Block, type InternalTransfer, traceAddress, traceValue } from './block.js'

/** A call of `callTracer`. Nested calls are parsed one by one, so that depth is not limited by the stack. */
const callFrame = z.object({
  type: z.string(),
  from: traceAddress,
  to: traceAddress.nullish(),
  value: traceValue.nullish(),
  error: z.string().nullish(),
  calls: z.array(z.unknown()).nullish(),
})

/** Calls that transfer ether: `DELEGATECALL` repeats the value of its caller, `CALLCODE` sends it to itself. */
const transferringCalls = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']

/**
 * Lists the transfers inside a transaction by its `callTracer` trace, in order and without the transaction's own value. Reverted calls
 * transfer nothing, including their nested calls. Throws for an invalid trace.
 */
export function toCallTransfers(trace: unknown): readonly InternalTransfer[] {
  const found: InternalTransfer[] = []
  const outer = callFrame.parse(trace)
  // a stack: the last one is next
  const waiting: unknown[] = outer.error ? [] : (outer.calls ?? []).toReversed()
  while (waiting.length > 0) {
    const { type, from: sender, to: recipient, value, error, calls } = callFrame.parse(waiting.pop())
    if (error) continue
    if (value && recipient && transferringCalls.includes(type)) found.push({ sender, recipient, value })
    for (const call of (calls ?? []).toReversed()) waiting.push(call)
  }
  return found
}

const tracePosition = { traceAddress: z.array(z.int().min(0)), error: z.string().nullish() }

/** A step of `trace_block`. Other kinds, such as rewards, belong to no transaction. */
const traceStep = z.union([
  z.object({
    ...tracePosition,
    type: z.literal('call'),
    action: z.object({ callType: z.string(), from: traceAddress, to: traceAddress, value: traceValue }),
  }),
  z.object({
    ...tracePosition,
    type: z.literal('create'),
    action: z.object({ from: traceAddress, value: traceValue }),
    // missing if it failed
    result: z.object({ address: traceAddress }).nullish(),
  }),
  z.object({
    ...tracePosition,
    type: z.literal('suicide'),
    action: z.object({ address: traceAddress, refundAddress: traceAddress, balance: traceValue }),
  }),
])

/**
 * Lists the transfers inside a transaction by its `trace_block` steps, in order and without the transaction's own value. Reverted
 * calls transfer nothing, including their nested calls. Throws for invalid steps.
 */
export function toTraceTransfers(steps: readonly unknown[]): readonly InternalTransfer[] {
  const found: InternalTransfer[] = []
  /** Position of the last reverted step: its nested steps follow directly. */
  let reverted: readonly number[] | undefined
  for (const one of steps.map((unknown) => traceStep.parse(unknown))) {
    if (reverted?.every((index, depth) => one.traceAddress[depth] === index)) continue
    reverted = one.error ? one.traceAddress : undefined
    const { sender, recipient, value } = toParties(one)
    const isInside = one.traceAddress.length > 0 && reverted === undefined
    if (isInside && recipient !== undefined && value > 0n) found.push({ sender, recipient, value })
  }
  return found
}

type Parties = Omit<InternalTransfer, 'recipient'> & { readonly recipient: string | undefined }

function toParties(one: z.output<typeof traceStep>): Parties {
  if (one.type === 'suicide') {
    const { address: sender, refundAddress: recipient, balance: value } = one.action
    return { sender, recipient, value }
  }
  const { from: sender, value } = one.action
  if (one.type === 'create') return { sender, recipient: one.result?.address, value }
  // other call types repeat the value of their caller, or send it to themselves
  return { sender, recipient: one.action.callType === 'call' ? one.action.to : undefined, value }
}

type ReadTracesOptions = {
  readonly block: Block
  readonly method: NonNullable<ChainIndex['traces']>
  readonly signal: AbortSignal
}

/** A trace or an error per transaction. Older nodes omit the hash. */
const callTraces = z.array(
  z.object({
    txHash: z.string().toLowerCase().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
)

/** Rewards have no transaction. */
const blockTraces = z.array(
  z.looseObject({
    type: z.string(),
    blockHash: z.string().toLowerCase(),
    transactionHash: z.string().toLowerCase().nullish(),
  }),
)

/**
 * Reads the transfers by contracts in each transaction of a block. Throws as the node does, for missing traces, and for traces of another
 * block.
 */
export async function readTraces(
  node: Pick<Node, 'call'>,
  { block, method, signal }: ReadTracesOptions,
): Promise<readonly (readonly InternalTransfer[])[]> {
  const params = method === 'trace_block' ? [toHex(block.number)] : [block.hash, { tracer: 'callTracer' }]
  const reply = await node.call({ method, params, signal })
  return method === 'trace_block' ? parseBlockTraces(block, reply) : parseCallTraces(block, reply)
}

function parseCallTraces(block: Block, reply: unknown): readonly (readonly InternalTransfer[])[] {
  const traces = callTraces.parse(reply)
  const isOf = traces.every(({ txHash }, index) => txHash === undefined || txHash === block.transactions[index]?.hash)
  if (!isOf || traces.length !== block.transactions.length) throw toTraceError(block, 'belong to another block')
  if (traces.some(({ result }) => result === undefined)) throw toTraceError(block, 'are incomplete')
  return traces.map(({ result }) => toCallTransfers(result))
}

function parseBlockTraces(block: Block, reply: unknown): readonly (readonly InternalTransfer[])[] {
  const steps = blockTraces.parse(reply)
  if (steps.some(({ blockHash }) => blockHash !== block.hash)) throw toTraceError(block, 'belong to another block')
  const byHash = new Map<unknown, object[]>(block.transactions.map(({ hash }) => [hash, []]))
  for (const step of steps) byHash.get(step.transactionHash)?.push(step)
  return block.transactions.map(({ hash }) => {
    const own = byHash.get(hash) ?? []
    // each transaction has at least one step
    if (own.length === 0) throw toTraceError(block, 'are incomplete')
    return toTraceTransfers(own)
  })
}

function toTraceError({ number }: Block, what: string): RpcFailedError {
  return new RpcFailedError({ details: `The traces of block ${number} ${what}.` })
}
