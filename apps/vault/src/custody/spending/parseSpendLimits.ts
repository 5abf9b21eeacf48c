import { z } from 'zod'

const schema = z.record(z.string().regex(/^(?:eip155|solana):[-_a-zA-Z0-9]{1,32}$/), z.string().regex(/^\d{1,60}$/))

/** By network (CAIP-2), what one user may send within 24 hours: atomic units of its own currency. */
export type SpendLimits = ReadonlyMap<string, bigint>

/** Reads `{ "eip155:1": "1000000000000000000" }`. Throws what is wrong with it. */
export function parseSpendLimits(text: string): SpendLimits {
  const { success, data, error } = schema.safeParse(JSON.parse(text))
  if (!success) throw new Error(`These are no spend limits: ${z.prettifyError(error)}`)
  return new Map(Object.entries(data).map(([chain, amount]) => [chain, BigInt(amount)]))
}
