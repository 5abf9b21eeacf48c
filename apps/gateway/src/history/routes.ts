import { z } from 'zod'
import { parseAddress } from '../chains/address.js'
import { isIndexed } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { parseInput, type Route, toJsonResponse } from '../http/route.js'
import { type Cursor, parseCursor, readActivity, toCursor } from './activity.js'
import { type HistoryRow, toHistoryRow } from './row.js'

const historyQuery = z.object({ chainId: z.string().optional(), cursor: z.string().max(300).optional() })

/** Rows of a page, and pages of spam that are passed over for one. */
const limits = { page: 25, passes: 10 } as const

/** What an account took part in, newest first, from blocks that were read. `next` is the cursor of the page behind. [S7.4] */
export function createHistoryRoute(context: GatewayContext): Route {
  const { chains } = context
  return {
    method: 'GET',
    path: '/v1/account/{account}/history',
    async answer({ path: { account: address = '' }, query }) {
      const { chainId, cursor } = parseInput(historyQuery, Object.fromEntries(query))
      const family = parseAddress(address)
      const asked = chainId === undefined ? chains.all : [chains.get(chainId)]
      const read = asked.filter((chain) => chain.namespace === family && isIndexed(chain))
      if (read.length === 0)
        throw new GatewayError('The history of that chain is not read here.', { status: 400, code: 'NOT_INDEXED' })
      const database = requireDatabase(context)
      const account = address.toLowerCase()
      let after: Cursor | undefined = cursor ? parseCursor(cursor) : undefined
      const data: HistoryRow[] = []
      for (let pass = 0; pass < limits.passes; pass++) {
        const ids = read.map(({ caipNetworkId }) => caipNetworkId)
        const rows = await readActivity(database, { account, chains: ids, after, limit: limits.page + 1 })
        const page = rows.slice(0, limits.page)
        data.push(...page.flatMap((row) => toHistoryRow(row, { chain: chains.get(row.chain), account }) ?? []))
        const last = page.at(-1)
        after =
          last && rows.length > limits.page
            ? {
                minedAt: Number(last.mined_at),
                chain: last.chain,
                height: Number(last.height),
                position: last.position,
              }
            : undefined
        if (!after || data.length > 0) break
      }
      return toJsonResponse({ data, next: after ? toCursor(after) : null })
    },
  }
}
