import { z } from 'zod'
import { addressField, type InternalTransfer, valueField } from './internalTransfer.js'

/** A call as `callTracer` tells it; those that it made are read one by one, however deep they lie. */
const frame = z.object({
  type: z.string(),
  from: addressField,
  to: addressField.nullish(),
  value: valueField.nullish(),
  error: z.string().nullish(),
  calls: z.array(z.unknown()).nullish(),
})

/** Those that move ether: `DELEGATECALL` names that of the call around it, `CALLCODE` gives it to itself. */
const moving = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']

/**
 * What the calls inside of a transaction have moved by `callTracer`, in their order; its own value is not among it. What is undone, with
 * all that is inside of it, has moved nothing. Throws for what is no trace.
 */
export function toCallTransfers(trace: unknown): readonly InternalTransfer[] {
  const found: InternalTransfer[] = []
  const outer = frame.parse(trace)
  // the next one is the last
  const waiting: unknown[] = outer.error ? [] : (outer.calls ?? []).toReversed()
  while (waiting.length > 0) {
    const { type, from: sender, to: recipient, value, error, calls } = frame.parse(waiting.pop())
    if (error) continue
    if (value && recipient && moving.includes(type)) found.push({ sender, recipient, value })
    for (const call of (calls ?? []).toReversed()) waiting.push(call)
  }
  return found
}
