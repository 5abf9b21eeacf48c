import type { Metrics } from '@latchkey/server-kit/metrics'
import { getMetrics } from '../api/monitoring.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { createRoute, type EndpointRequest, type Route, type RouteResponse } from '../http/route.js'
import { readHealth } from './health.js'
import type { IsOperator } from './operator.js'

type CreateMetricsRouteOptions = { readonly metrics: Metrics; readonly isOperator: IsOperator }

/** Serves the metrics of this process and the progress of the indexer in Prometheus text format. For the operator only. */
export function createMetricsRoute(
  context: Pick<GatewayContext, 'chains' | 'database'>,
  { metrics, isOperator }: CreateMetricsRouteOptions,
): Route {
  const handle = async ({ signal, headers, client }: EndpointRequest<typeof getMetrics>): Promise<RouteResponse> => {
    if (!(await isOperator({ headers, client })))
      throw new GatewayError('Metrics require the operator token.', { status: 401, code: 'UNAUTHORIZED' })
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
  }
  return createRoute(getMetrics, handle, { isUncounted: true })
}
