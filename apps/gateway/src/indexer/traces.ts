import { RpcFailedError } from '@latchkey/core/plugin'
import { toHex } from 'viem'
import { z } from 'zod'
import type { ChainIndex } from '../chains/config.js'
import type { Node } from '../chains/node.js'
import { type Block, type InternalTransfer, traceAddress, traceValue } from './block.js'

/** A call as `callTracer` tells it; those that it made are read one by one, however deep they lie. */
const callFrame = z.object({
  type: z.string(),
  from: traceAddress,
  to: traceAddress.nullish(),
  value: traceValue.nullish(),
  error: z.string().nullish(),
  calls: z.array(z.unknown()).nullish(),
})

/** Those that move ether: `DELEGATECALL` names that of the call around it, `CALLCODE` gives it to itself. */
const transferringCalls = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']

/**
 * What the calls inside of a transaction have moved by `callTracer`, in their order; its own value is not among it. What is undone, with
 * all that is inside of it, has moved nothing. Throws for what is no trace.
 */
export function toCallTransfers(trace: unknown): readonly InternalTransfer[] {
  const found: InternalTransfer[] = []
  const outer = callFrame.parse(trace)
  // the next one is the last
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

/** A step of `trace_block`. Rewards, and whatever else there may be, move nothing that a transaction sent. */
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
    // none where it failed
    result: z.object({ address: traceAddress }).nullish(),
  }),
  z.object({
    ...tracePosition,
    type: z.literal('suicide'),
    action: z.object({ address: traceAddress, refundAddress: traceAddress, balance: traceValue }),
  }),
])

/**
 * What the calls inside of a transaction have moved by its steps of `trace_block`, which come in their order; its own value is not among it.
 * What is undone, with all that is inside of it, has moved nothing. Throws for what are no steps.
 */
export function toTraceTransfers(steps: readonly unknown[]): readonly InternalTransfer[] {
  const found: InternalTransfer[] = []
  /** Where the last undone step lies: those inside of it follow at once. */
  let undone: readonly number[] | undefined
  for (const one of steps.map((unknown) => traceStep.parse(unknown))) {
    if (undone?.every((index, depth) => one.traceAddress[depth] === index)) continue
    undone = one.error ? one.traceAddress : undefined
    const { sender, recipient, value } = toParties(one)
    const isInside = one.traceAddress.length > 0 && undone === undefined
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
  // the other kinds name the value of the call around them, or give it to themselves
  return { sender, recipient: one.action.callType === 'call' ? one.action.to : undefined, value }
}

type ReadTracesOptions = {
  readonly block: Block
  readonly method: NonNullable<ChainIndex['traces']>
  readonly signal: AbortSignal
}

/** For each transaction its trace, or why there is none. Older nodes leave the hash out. */
const callTraces = z.array(
  z.object({
    txHash: z.string().toLowerCase().optional(),
    result: z.unknown().optional(),
    error: z.unknown().optional(),
  }),
)

/** Rewards belong to no transaction. */
const blockTraces = z.array(
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
  return method === 'trace_block' ? parseBlockTraces(block, reply) : parseCallTraces(block, reply)
}

function parseCallTraces(block: Block, reply: unknown): readonly (readonly InternalTransfer[])[] {
  const traces = callTraces.parse(reply)
  const isOf = traces.every(({ txHash }, index) => txHash === undefined || txHash === block.transactions[index]?.hash)
  if (!isOf || traces.length !== block.transactions.length) throw toTraceError(block, 'are of another one')
  if (traces.some(({ result }) => result === undefined)) throw toTraceError(block, 'are not all there')
  return traces.map(({ result }) => toCallTransfers(result))
}

function parseBlockTraces(block: Block, reply: unknown): readonly (readonly InternalTransfer[])[] {
  const steps = blockTraces.parse(reply)
  if (steps.some(({ blockHash }) => blockHash !== block.hash)) throw toTraceError(block, 'are of another one')
  const byHash = new Map<unknown, object[]>(block.transactions.map(({ hash }) => [hash, []]))
  for (const step of steps) byHash.get(step.transactionHash)?.push(step)
  return block.transactions.map(({ hash }) => {
    const own = byHash.get(hash) ?? []
    // each has one for itself at least
    if (own.length === 0) throw toTraceError(block, 'are not all there')
    return toTraceTransfers(own)
  })
}

function toTraceError({ number }: Block, what: string): RpcFailedError {
  return new RpcFailedError({ details: `The traces of block ${number} ${what}.` })
}
