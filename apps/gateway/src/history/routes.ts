import { getHistory, type HistoryTransaction } from '../api/accounts.js'
import { parseAddress } from '../chains/address.js'
import { isIndexed } from '../chains/chainBook.js'
import type { GatewayContext } from '../context.js'
import { requireDatabase } from '../database/database.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import { type Cursor, parseCursor, readActivity, toCursor } from './activity.js'
import { toHistoryRow } from './row.js'

/** Transactions per page, and pages with nothing but spam that are skipped for one request. */
const limits = { page: 25, passes: 10 } as const

/** Serves the indexed transactions of an account, newest first. [S7.4] */
export function createHistoryRoute(context: GatewayContext): Route {
  const { chains } = context
  return createRoute(getHistory, async ({ path: { account: address = '' }, query: { chainId, cursor } }) => {
    const namespace = parseAddress(address)
    const requested = chainId === undefined ? chains.all : [chains.get(chainId)]
    const indexed = requested.filter((chain) => chain.namespace === namespace && isIndexed(chain))
    if (indexed.length === 0) throw new GatewayError('This chain is not indexed.', { status: 400, code: 'NOT_INDEXED' })
    const database = requireDatabase(context)
    const account = address.toLowerCase()
    const ids = indexed.map(({ caipNetworkId }) => caipNetworkId)
    let after: Cursor | undefined = cursor ? parseCursor(cursor) : undefined
    const data: HistoryTransaction[] = []
    for (let pass = 0; pass < limits.passes; pass++) {
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
    return { data, next: after ? toCursor(after) : null }
  })
}
