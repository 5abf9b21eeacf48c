import type { Database } from '@latchkey/server-kit/database'
import type { ChainBook } from './chains/chainBook.js'
import type { Quotas } from './http/quotas.js'
import type { ProviderLog } from './monitoring/providers.js'
import type { PriceBook } from './prices/prices.js'

/** Dependencies shared by the routes. */
export type GatewayContext = {
  readonly chains: ChainBook
  /** If one is configured. It migrates itself before the first query. */
  readonly database: Database | undefined
  readonly quotas: Quotas
  readonly prices: PriceBook
  readonly providers: ProviderLog
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Logs internal failures, not errors of clients. */
  readonly warn: (cause: unknown) => void
  readonly fetch: typeof globalThis.fetch
  /** Aborted when the gateway stops: nothing starts after it. */
  readonly ended: AbortSignal
}
