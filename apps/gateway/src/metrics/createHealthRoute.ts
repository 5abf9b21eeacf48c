import type { GatewayContext } from '../context.js'
import { toJsonAnswer } from '../http/answer.js'
import type { Route } from '../http/route.js'
import { readHealth } from './readHealth.js'

/**
 * Whether the process answers; where a database is set, whether that does, and how many blocks of each indexed chain are still to be
 * read. 200 in any case: what needs no database goes on without it.
 */
export function createHealthRoute(context: Pick<GatewayContext, 'chains' | 'database'>): Route {
  return {
    method: 'GET',
    path: '/health',
    async answer({ signal }) {
      const { database, chains } = await readHealth(context, signal)
      return toJsonAnswer({ ok: true, ...(database && { database }), ...(database === 'ok' && { chains }) })
    },
  }
}
