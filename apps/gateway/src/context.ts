import type { ChainBook } from './chains/chainBook.js'
import type { Database } from './database/database.js'
import type { Quotas } from './http/quotas.js'
import type { PriceBook } from './prices/prices.js'

/** What the routes are made of. */
export type GatewayContext = {
  readonly chains: ChainBook
  /** Where one is set. Its tables are made, or a call rejects. */
  readonly database: Database | undefined
  readonly quotas: Quotas
  readonly prices: PriceBook
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Tells what broke here, not what a caller did wrong. */
  readonly warn: (cause: unknown) => void
  readonly fetch: typeof globalThis.fetch
  /** Aborted when the gateway ends: nothing is begun after it. */
  readonly ended: AbortSignal
}
