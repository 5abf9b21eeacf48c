import type { Metrics } from '@latchkey/server-kit/metrics'
import type { GatewayContext } from '../context.js'
import { readHealth } from './health.js'

/** Returns the metrics of this process and the progress of the indexer in Prometheus text format. */
export async function readMetrics(
  context: Pick<GatewayContext, 'chains' | 'database'>,
  { metrics, signal }: { readonly metrics: Metrics; readonly signal: AbortSignal },
): Promise<string> {
  const { database, chains } = await readHealth(context, signal)
  const all = Object.entries(chains)
  const lines = [
    ...(database === undefined
      ? []
      : toGauge('gateway_database_up', [`gateway_database_up ${database === 'ok' ? 1 : 0}`])),
    ...toGauge(
      'gateway_chain_head',
      all.flatMap(([chain, { head }]) => (head === null ? [] : `gateway_chain_head{chain="${chain}"} ${head}`)),
    ),
    ...toGauge(
      'gateway_indexed_height',
      all.flatMap(([chain, { indexed }]) =>
        indexed === null ? [] : `gateway_indexed_height{chain="${chain}"} ${indexed}`,
      ),
    ),
    ...toGauge(
      'gateway_index_lag_blocks',
      all.flatMap(([chain, { lag }]) => (lag === null ? [] : `gateway_index_lag_blocks{chain="${chain}"} ${lag}`)),
    ),
    ...toGauge(
      'gateway_index_problem',
      all.flatMap(([chain, { problem }]) =>
        problem === null ? [] : `gateway_index_problem{chain="${chain}",problem="${problem}"} 1`,
      ),
    ),
  ]
  return `${metrics.toText()}${lines.map((line) => `${line}\n`).join('')}`
}

function toGauge(name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`# TYPE ${name} gauge`, ...lines]
}
