import { createHash } from 'node:crypto'
import type { Database } from '@latchkey/server-kit/database'
import { createQuotaCounters } from '@latchkey/server-kit/quotas'
import { GatewayError } from '../errors.js'

export type QuotaSettings = {
  /** Requests per minute and address; 0 for unlimited. Default: 3,000. */
  readonly perClient?: number | undefined
  /** Requests per minute and project; 0 for unlimited. Default: 60,000. */
  readonly perProject?: number | undefined
}

export type Quotas = {
  /** Counts a request. Rejects with 429 when a quota is used up. */
  readonly take: (caller: { readonly client: string; readonly projectId: string }) => Promise<void>
}

type CreateQuotasOptions = {
  readonly settings: QuotaSettings
  /** Holds the counters that all gateways share. Without it, and while it is unavailable, each gateway counts separately. */
  readonly database: Database | undefined
  /** The project's own requests per minute, if it has some. */
  readonly getProjectQuota?: ((projectId: string) => number | undefined) | undefined
  readonly now: () => number
  /** Called for each refused request. */
  readonly onRefusal?: ((scope: 'client' | 'project') => void) | undefined
}

/** Counts the requests of each address and project per clock minute, together with the other gateways of the database. */
export function createQuotas({
  settings,
  database,
  getProjectQuota,
  now,
  onRefusal = () => undefined,
}: CreateQuotasOptions): Quotas {
  const { perClient = 3_000, perProject = 60_000 } = settings
  const counters = createQuotaCounters({ database, table: 'gateway_quotas', now })
  const take = async (key: string, quota: number): Promise<void> => {
    const retryAfter = await counters.take(key, quota)
    if (retryAfter === 0) return
    onRefusal(key.startsWith('client:') ? 'client' : 'project')
    throw new GatewayError('Too many requests in this minute.', { status: 429, code: 'RATE_LIMITED', retryAfter })
  }
  return {
    async take({ client, projectId }) {
      await take(`client:${hashKey(client)}`, perClient)
      if (projectId === '') return
      const own = getProjectQuota?.(projectId)
      // a changed quota counts from zero, so that it applies at once
      if (own === undefined) await take(`project:${hashKey(projectId)}`, perProject)
      else await take(`project:${hashKey(projectId)}:${own}`, own)
    },
  }
}

/** Hashes a counter's key, so that rows don't contain the client's address. */
export function hashKey(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27)
}
