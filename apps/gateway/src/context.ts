import type { ChainBook } from './chains/createChainBook.js'
import type { Database } from './database/openDatabase.js'
import type { PriceBook } from './prices/createPriceBook.js'
import type { Quotas } from './quotas/quotas.js'

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
