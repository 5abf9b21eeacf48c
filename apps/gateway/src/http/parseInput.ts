import type { z } from 'zod'
import { GatewayFault } from './GatewayFault.js'

/** What a caller sent, as the schema has it. Throws 400 that names the first field that is not good. */
export function parseInput<output>(schema: z.ZodType<output>, value: unknown): output {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const [issue] = error.issues
  const field = issue?.path.join('.') || 'body'
  throw new GatewayFault(`${field}: ${issue?.message}`, { status: 400, code: 'BAD_REQUEST' })
}
