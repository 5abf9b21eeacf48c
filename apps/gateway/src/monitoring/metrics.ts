import { getMetrics } from '../api/monitoring.js'
import type { GatewayContext } from '../context.js'
import { GatewayError } from '../errors.js'
import { createRoute, type Route } from '../http/route.js'
import type { RequestRecord } from '../http/server.js'
import { readHealth } from './health.js'
import type { IsOperator } from './operator.js'

export type Metrics = {
  readonly record: (record: RequestRecord) => void
  /** In Prometheus text format. */
  readonly toText: () => string
}

/** Upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

type Series = { count: number; seconds: number; readonly buckets: number[] }

/** Counts responses and their duration by route, method and status. The number of series is bounded. */
export function createMetrics(): Metrics {
  const counts = new Map<string, number>()
  const series = new Map<string, Series>()
  return {
    record({ method, path, status, milliseconds }) {
      const known = /^(GET|HEAD|POST|OPTIONS)$/.test(method) ? method : 'other'
      const labels = `method="${known}",path="${path}",status="${status}"`
      counts.set(labels, (counts.get(labels) ?? 0) + 1)
      const one = series.get(path) ?? { count: 0, seconds: 0, buckets: bounds.map(() => 0) }
      series.set(path, one)
      const seconds = milliseconds / 1_000
      one.count++
      one.seconds += seconds
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1
    },
    toText: () => `${[...toCounts(counts), ...toHistogram(series), ...toProcess()].join('\n')}\n`,
  }
}

function toCounts(counts: ReadonlyMap<string, number>): readonly string[] {
  const name = 'gateway_requests_total'
  return [
    `# HELP ${name} Responses.`,
    `# TYPE ${name} counter`,
    ...[...counts].map(([labels, count]) => `${name}{${labels}} ${count}`),
  ]
}

function toHistogram(series: ReadonlyMap<string, Series>): readonly string[] {
  const name = 'gateway_request_seconds'
  const lines = [...series].flatMap(([path, { count, seconds, buckets }]) => {
    const sums = buckets.map((_, place) => buckets.slice(0, place + 1).reduce((sum, one) => sum + one, 0))
    return [
      ...bounds.map((bound, place) => `${name}_bucket{path="${path}",le="${bound}"} ${sums[place]}`),
      `${name}_bucket{path="${path}",le="+Inf"} ${count}`,
      `${name}_sum{path="${path}"} ${seconds}`,
      `${name}_count{path="${path}"} ${count}`,
    ]
  })
  return [`# HELP ${name} Response time.`, `# TYPE ${name} histogram`, ...lines]
}

function toProcess(): readonly string[] {
  const { rss, heapUsed } = process.memoryUsage()
  return [
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# TYPE nodejs_heap_size_used_bytes gauge',
    `nodejs_heap_size_used_bytes ${heapUsed}`,
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime()}`,
  ]
}

type CreateMetricsRouteOptions = { readonly metrics: Metrics; readonly isOperator: IsOperator }

/** Serves the metrics of this process and the progress of the indexer in Prometheus text format. For the operator only. */
export function createMetricsRoute(
  context: Pick<GatewayContext, 'chains' | 'database'>,
  { metrics, isOperator }: CreateMetricsRouteOptions,
): Route {
  return createRoute(getMetrics, async ({ signal, headers, client }) => {
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
  })
}
