import { createServer } from 'node:http'
import { type Listening, listen, requestTimeouts } from './http.js'

/** A response, without anything that identifies the caller or the user. */
export type RequestRecord = {
  readonly method: string
  /** The route, e.g. `/v1/account/{address}/balance`; `none` if there is none. */
  readonly path: string
  readonly status: number
  readonly milliseconds: number
}

export type Metrics = {
  readonly record: (record: RequestRecord) => void
  /** In Prometheus text format. */
  readonly toText: () => string
}

/** Upper bounds of the histogram's buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

type Series = { count: number; seconds: number; readonly buckets: number[] }

/**
 * Counts responses and their duration by route, method and status. The number of series is bounded.
 * @param prefix of the names, e.g. `gateway`
 */
export function createMetrics(prefix: string): Metrics {
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
    toText: () => `${[...toCounts(prefix, counts), ...toHistogram(prefix, series), ...toProcess()].join('\n')}\n`,
  }
}

function toCounts(prefix: string, counts: ReadonlyMap<string, number>): readonly string[] {
  const name = `${prefix}_requests_total`
  return [
    `# HELP ${name} Responses.`,
    `# TYPE ${name} counter`,
    ...[...counts].map(([labels, count]) => `${name}{${labels}} ${count}`),
  ]
}

function toHistogram(prefix: string, series: ReadonlyMap<string, Series>): readonly string[] {
  const name = `${prefix}_request_seconds`
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
  const { user, system } = process.cpuUsage()
  return [
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1_000_000}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${rss}`,
    '# TYPE nodejs_heap_size_used_bytes gauge',
    `nodejs_heap_size_used_bytes ${heapUsed}`,
    '# TYPE process_uptime_seconds gauge',
    `process_uptime_seconds ${process.uptime()}`,
  ]
}

export type ServeMetricsOptions = {
  /** 0 for a free one. */
  readonly port: number
  /** Default: this machine only. Whoever reaches it can read the metrics. */
  readonly host?: string | undefined
  /** Returns the metrics in Prometheus text format. */
  readonly read: (signal: AbortSignal) => string | Promise<string>
  readonly warn: (cause: unknown) => void
}

/** Serves metrics at `/metrics`, on a port of their own. */
export function serveMetrics({ port, host = '127.0.0.1', read, warn }: ServeMetricsOptions): Promise<Listening> {
  const server = createServer(requestTimeouts, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    const disconnected = new AbortController()
    response.once('close', () => disconnected.abort())
    Promise.resolve(read(disconnected.signal)).then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (cause: unknown) => {
        warn(cause)
        response.writeHead(500).end()
      },
    )
  })
  return listen(server, { port, host })
}
