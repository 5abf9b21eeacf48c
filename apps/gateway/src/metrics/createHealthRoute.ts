import type { GatewayContext } from '../context.js'
import { toJsonAnswer } from '../http/answer.js'
import type { Route } from '../http/route.js'
import type { IsOperator } from './createIsOperator.js'
import { readHealth } from './readHealth.js'

/**
 * Whether the process answers: 200 in any case, and nothing is asked for it, so that anybody may call it as often as they like. The
 * operator also gets whether the database answers, and how reading each chain goes.
 */
export function createHealthRoute(context: Pick<GatewayContext, 'chains' | 'database'>, isOperator: IsOperator): Route {
  return {
    method: 'GET',
    path: '/health',
    async answer({ signal, headers, client }) {
      if (headers.authorization === undefined || !(await isOperator({ headers, client })))
        return toJsonAnswer({ ok: true })
      const { database, chains } = await readHealth(context, signal)
      return toJsonAnswer({ ok: true, ...(database && { database }), ...(database === 'ok' && { chains }) })
    },
  }
}
