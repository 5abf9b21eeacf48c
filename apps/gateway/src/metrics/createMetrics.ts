import type { RequestRecord } from './requestRecord.js'

export type Metrics = {
  readonly record: (record: RequestRecord) => void
  /** In the text format of Prometheus. */
  readonly toText: () => string
}

/** Seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

type Series = { count: number; seconds: number; readonly buckets: number[] }

/** Counts answers and how long they took, by route, method and status. Both are few, whatever callers ask. */
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
      const place = bounds.findIndex((bound) => seconds <= bound)
      if (place >= 0) one.buckets[place] = (one.buckets[place] ?? 0) + 1
    },
    toText: () => `${[...toCounts(counts), ...toHistogram(series), ...toProcess()].join('\n')}\n`,
  }
}

function toCounts(counts: ReadonlyMap<string, number>): readonly string[] {
  const name = 'gateway_requests_total'
  return [
    `# HELP ${name} Answers.`,
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
  return [`# HELP ${name} How long answers took.`, `# TYPE ${name} histogram`, ...lines]
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
