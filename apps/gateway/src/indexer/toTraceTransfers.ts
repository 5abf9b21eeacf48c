import { z } from 'zod'
import { addressField, type InternalTransfer, valueField } from './internalTransfer.js'

const place = { traceAddress: z.array(z.int().min(0)), error: z.string().nullish() }

/** A step of `trace_block`. Rewards, and whatever else there may be, move nothing that a transaction sent. */
const step = z.union([
  z.object({
    ...place,
    type: z.literal('call'),
    action: z.object({ callType: z.string(), from: addressField, to: addressField, value: valueField }),
  }),
  z.object({
    ...place,
    type: z.literal('create'),
    action: z.object({ from: addressField, value: valueField }),
    // none where it failed
    result: z.object({ address: addressField }).nullish(),
  }),
  z.object({
    ...place,
    type: z.literal('suicide'),
    action: z.object({ address: addressField, refundAddress: addressField, balance: valueField }),
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
  for (const one of steps.map((unknown) => step.parse(unknown))) {
    if (undone?.every((index, depth) => one.traceAddress[depth] === index)) continue
    undone = one.error ? one.traceAddress : undefined
    const { sender, recipient, value } = toParties(one)
    const isInside = one.traceAddress.length > 0 && undone === undefined
    if (isInside && recipient !== undefined && value > 0n) found.push({ sender, recipient, value })
  }
  return found
}

type Parties = Omit<InternalTransfer, 'recipient'> & { readonly recipient: string | undefined }

function toParties(one: z.output<typeof step>): Parties {
  if (one.type === 'suicide') {
    const { address: sender, refundAddress: recipient, balance: value } = one.action
    return { sender, recipient, value }
  }
  const { from: sender, value } = one.action
  if (one.type === 'create') return { sender, recipient: one.result?.address, value }
  // the other kinds name the value of the call around them, or give it to themselves
  return { sender, recipient: one.action.callType === 'call' ? one.action.to : undefined, value }
}
