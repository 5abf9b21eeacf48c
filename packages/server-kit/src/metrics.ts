import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { PoolState } from './database.js'
import { type Listening, listen, requestTimeouts } from './http.js'
import type { RequestRecord } from './trace.js'

/** Label values come from closed lists, never from a request. */
export type Labels = Readonly<Record<string, string>>

export type Sample = { readonly labels?: Labels | undefined; readonly value: number }

/** Values that are read when the metrics are. */
export type Gauge = { readonly name: string; readonly help: string; readonly samples: readonly Sample[] }

type CounterOptions = {
  /** `latchkey_…_total` */
  readonly name: string
  readonly help: string
  /** Shown as 0 from the start, so that the first event already counts as an increase. */
  readonly series?: readonly Labels[] | undefined
}

type HistogramOptions = Omit<CounterOptions, 'series'> & {
  /** Upper bounds of the buckets. Default: 5 ms to 10 s. */
  readonly bounds?: readonly number[] | undefined
}

type CollectOptions = {
  /** Label of `latchkey_collector_up`. */
  readonly name: string
  /** If it fails or takes longer than two seconds, only its gauges are left out. */
  readonly read: (signal: AbortSignal) => readonly Gauge[] | Promise<readonly Gauge[]>
}

export type Metrics = {
  /** Counts a response, and its duration by route. */
  readonly record: (record: RequestRecord) => void
  /** Returns a function that counts an event. */
  readonly addCounter: (options: CounterOptions) => (labels?: Labels, by?: number) => void
  /** Returns a function that records a duration in seconds. */
  readonly addHistogram: (options: HistogramOptions) => (labels: Labels, seconds: number) => void
  readonly addGauges: (options: CollectOptions) => void
  /** In Prometheus text format. */
  readonly toText: (signal?: AbortSignal) => Promise<string>
}

const defaultBounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const

/** Series of one metric. Beyond that, new ones are not recorded: a label with too many values must not fill the memory. */
const maxSeries = 2_000

/** Milliseconds for one reader of gauges. */
const readTimeout = 2_000

/** Creates the metrics of a process: those of its HTTP server and of the process, and added ones. */
export function createMetrics(): Metrics {
  const writers: (() => readonly string[])[] = []
  const collectors: CollectOptions[] = []

  const addCounter: Metrics['addCounter'] = ({ name, help, series = [] }) => {
    const counts = new Map(series.map((labels) => [toLabels(labels), 0]))
    writers.push(() => toLines({ name, help, type: 'counter' }, [...counts]))
    return (labels = {}, by = 1) => {
      const key = toLabels(labels)
      if (counts.has(key) || counts.size < maxSeries) counts.set(key, (counts.get(key) ?? 0) + by)
    }
  }

  const addHistogram: Metrics['addHistogram'] = ({ name, help, bounds = defaultBounds }) => {
    const series = new Map<string, { labels: Labels; count: number; seconds: number; readonly buckets: number[] }>()
    writers.push(() => [
      ...toHead({ name, help, type: 'histogram' }),
      ...[...series.values()].flatMap(({ labels, count, seconds, buckets }) => [
        ...[...bounds, '+Inf'].map((bound, place) => {
          const sum = bound === '+Inf' ? count : buckets.slice(0, place + 1).reduce((all, one) => all + one, 0)
          return `${name}_bucket${toLabels({ ...labels, le: String(bound) })} ${sum}`
        }),
        `${name}_sum${toLabels(labels)} ${seconds}`,
        `${name}_count${toLabels(labels)} ${count}`,
      ]),
    ])
    return (labels, seconds) => {
      const key = toLabels(labels)
      const one = series.get(key) ?? { labels, count: 0, seconds: 0, buckets: bounds.map(() => 0) }
      if (!series.has(key) && series.size >= maxSeries) return
      series.set(key, one)
      one.count++
      one.seconds += seconds
      const bucket = bounds.findIndex((bound) => seconds <= bound)
      if (bucket >= 0) one.buckets[bucket] = (one.buckets[bucket] ?? 0) + 1
    }
  }

  const countRequest = addCounter({ name: 'latchkey_http_requests_total', help: 'Responses.' })
  const observeRequest = addHistogram({ name: 'latchkey_http_request_duration_seconds', help: 'Response time.' })
  const startedAt = Date.now() / 1_000 - process.uptime()

  return {
    record({ method, path, status, milliseconds }) {
      const known = /^(?:GET|HEAD|POST|PUT|DELETE|OPTIONS)$/.test(method) ? method : 'other'
      countRequest({ method: known, route: path, status: String(status) })
      observeRequest({ route: path }, milliseconds / 1_000)
    },
    addCounter,
    addHistogram,
    addGauges: (options) => void collectors.push(options),
    async toText(signal) {
      const read = await Promise.all(collectors.map((one) => readGauges(one, signal)))
      const up = collectors.map(({ name }, index) => ({ labels: { collector: name }, value: read[index] ? 1 : 0 }))
      const gauges: readonly Gauge[] = [
        ...read.flatMap((one) => one ?? []),
        { name: 'latchkey_collector_up', help: 'Whether a group of metrics could be read.', samples: up },
        ...toProcessGauges(startedAt),
        ...(await readFileGauges()),
      ]
      const lines = [
        ...writers.flatMap((write) => write()),
        ...gauges.flatMap(({ name, help, samples }) =>
          toLines(
            { name, help, type: name.endsWith('_total') ? 'counter' : 'gauge' },
            samples.map(({ labels = {}, value }) => [toLabels(labels), value]),
          ),
        ),
      ]
      return lines.map((line) => `${line}\n`).join('')
    },
  }
}

async function readGauges({ read }: CollectOptions, signal?: AbortSignal): Promise<readonly Gauge[] | undefined> {
  const late = AbortSignal.timeout(readTimeout)
  const ended = signal ? AbortSignal.any([signal, late]) : late
  try {
    return await Promise.race([
      read(ended),
      new Promise<never>((_, reject) => {
        ended.addEventListener('abort', () => reject(ended.reason as Error), { once: true })
      }),
    ])
  } catch {
    return undefined // latchkey_collector_up is 0
  }
}

type Head = { readonly name: string; readonly help: string; readonly type: 'counter' | 'gauge' | 'histogram' }

function toHead({ name, help, type }: Head): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function toLines(head: Head, values: readonly (readonly [string, number])[]): readonly string[] {
  return values.length === 0
    ? []
    : [...toHead(head), ...values.map(([labels, value]) => `${head.name}${labels} ${value}`)]
}

function toLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, toEscape)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function toEscape(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`
}

/** A gauge with one value, without labels. */
export function toGauge(name: string, help: string, value: number): Gauge {
  return { name, help, samples: [{ value }] }
}

/** The names that all Prometheus clients use. */
function toProcessGauges(startedAt: number): readonly Gauge[] {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return [
    toGauge('process_cpu_seconds_total', 'Processor time.', (user + system) / 1_000_000),
    toGauge('process_resident_memory_bytes', 'Memory.', rss),
    toGauge('process_start_time_seconds', 'When the process started, since the epoch.', startedAt),
    toGauge('nodejs_heap_size_used_bytes', 'Used heap.', heapUsed),
  ]
}

/** Open files and sockets, and how many the system allows. Linux only; elsewhere empty. */
async function readFileGauges(): Promise<readonly Gauge[]> {
  try {
    const [open, limits] = await Promise.all([readdir('/proc/self/fd'), readFile('/proc/self/limits', 'utf8')])
    const max = /^Max open files +(\d+)/m.exec(limits)?.[1]
    if (max === undefined) return []
    return [
      toGauge('process_open_fds', 'Open files and sockets.', open.length),
      toGauge('process_max_fds', 'Files and sockets that may be open.', Number(max)),
    ]
  } catch {
    return []
  }
}

/** Address on which metrics are served. */
export type MetricsPlace = {
  /** 0 for a free one. */
  readonly port: number
  /** Default: this machine only. Whoever reaches it can read the metrics. */
  readonly host?: string | undefined
}

export type ServeMetricsOptions = MetricsPlace & {
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

/** The gauges of a connection pool. */
export function toPoolGauges({ total, idle, waiting, max }: PoolState): readonly Gauge[] {
  const toSample = (state: string, value: number): Sample => ({ labels: { state }, value })
  return [
    {
      name: 'latchkey_database_connections',
      help: 'Connections of the pool that are in use or idle, and callers that wait for one.',
      samples: [toSample('used', total - idle), toSample('idle', idle), toSample('waiting', waiting)],
    },
    { name: 'latchkey_database_connections_max', help: 'Size of the pool.', samples: [{ value: max }] },
  ]
}

/** The gauges of readiness checks, for all processes alike. */
export function toReadyGauges(checks: readonly string[], failed: readonly string[]): readonly Gauge[] {
  return [
    {
      name: 'latchkey_ready',
      help: 'Whether this process can do its work, as GET /ready says.',
      samples: [{ value: failed.length === 0 ? 1 : 0 }],
    },
    {
      name: 'latchkey_ready_check',
      help: 'The single checks of it.',
      samples: checks.map((check) => ({ labels: { check }, value: failed.includes(check) ? 0 : 1 })),
    },
  ]
}
