import type { WalletQuery } from '@latchkey/core/walletList'
import { z } from 'zod'
import { GatewayFault } from '../http/GatewayFault.js'

const wholeNumber = (most: number): z.ZodType<number> => z.coerce.number().int().min(1).max(most)
const list = (item: z.ZodType<string>, most: number): z.ZodType<string[]> =>
  z.preprocess((text) => String(text).split(','), z.array(item).max(most))

const id = z.string().regex(/^[!-~]{1,128}$/)
const schema = z.object({
  page: wholeNumber(100_000).default(1),
  entries: wholeNumber(100).default(40),
  include: list(id, 1_000).optional(),
  exclude: list(id, 1_000).optional(),
  chains: list(z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/), 500).optional(),
  search: z.string().max(100).optional(),
  badge_type: z.literal('certified').optional(),
})

/**
 * The question of a query: page, entries (100 at most), include, exclude, chains (CAIP-2), search and badge_type. What is
 * empty counts as absent, what is not known is passed over. Throws 400, which names every wrong field.
 */
export function parseWalletQuery(params: URLSearchParams): WalletQuery {
  const fields = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = params.get(name)?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const { success, data, error } = schema.safeParse(fields)
  if (success) return data
  const problems = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new GatewayFault(problems.join('; ').slice(0, 1_000), { status: 400, code: 'BAD_REQUEST' })
}
