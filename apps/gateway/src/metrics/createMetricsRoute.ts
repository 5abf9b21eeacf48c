import type { GatewayContext } from '../context.js'
import type { Route } from '../http/route.js'
import type { Metrics } from './createMetrics.js'
import { readHealth } from './readHealth.js'

/** What this process has answered, and how far chains are read, in the text format of Prometheus. */
export function createMetricsRoute(context: Pick<GatewayContext, 'chains' | 'database'>, metrics: Metrics): Route {
  return {
    method: 'GET',
    path: '/metrics',
    async answer({ signal }) {
      const { database, chains } = await readHealth(context, signal)
      const up =
        database === undefined
          ? []
          : ['# TYPE gateway_database_up gauge', `gateway_database_up ${database === 'ok' ? 1 : 0}`]
      const heights = Object.entries(chains).flatMap(([chain, { indexed, lag }]) => [
        ...(indexed === null ? [] : [`gateway_indexed_height{chain="${chain}"} ${indexed}`]),
        ...(lag === null ? [] : [`gateway_index_lag_blocks{chain="${chain}"} ${lag}`]),
      ])
      const body = `${metrics.toText()}${[...up, ...heights].map((line) => `${line}\n`).join('')}`
      return { status: 200, type: 'text/plain; version=0.0.4; charset=utf-8', body }
    },
  }
}
