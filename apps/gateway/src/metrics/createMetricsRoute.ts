import type { GatewayContext } from '../context.js'
import { GatewayFault } from '../http/GatewayFault.js'
import type { Route } from '../http/route.js'
import type { IsOperator } from './createIsOperator.js'
import type { Metrics } from './createMetrics.js'
import { readHealth } from './readHealth.js'

export type CreateMetricsRouteOptions = { readonly metrics: Metrics; readonly isOperator: IsOperator }

/** For the operator: what this process has answered, and how far chains are read, in the text format of Prometheus. */
export function createMetricsRoute(
  context: Pick<GatewayContext, 'chains' | 'database'>,
  { metrics, isOperator }: CreateMetricsRouteOptions,
): Route {
  return {
    method: 'GET',
    path: '/metrics',
    async answer({ signal, headers, client }) {
      if (!(await isOperator({ headers, client })))
        throw new GatewayFault('Metrics need the operator token.', { status: 401, code: 'UNAUTHORIZED' })
      const { database, chains } = await readHealth(context, signal)
      const up =
        database === undefined
          ? []
          : ['# TYPE gateway_database_up gauge', `gateway_database_up ${database === 'ok' ? 1 : 0}`]
      const heights = Object.entries(chains).flatMap(([chain, { indexed, lag, problem }]) => [
        ...(indexed === null ? [] : [`gateway_indexed_height{chain="${chain}"} ${indexed}`]),
        ...(lag === null ? [] : [`gateway_index_lag_blocks{chain="${chain}"} ${lag}`]),
        ...(problem === null ? [] : [`gateway_index_problem{chain="${chain}",problem="${problem}"} 1`]),
      ])
      const body = `${metrics.toText()}${[...up, ...heights].map((line) => `${line}\n`).join('')}`
      return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body }
    },
  }
}
