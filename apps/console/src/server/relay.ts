import type { RelayView } from '../api.js'
import { ConsoleError } from './errors.js'
import type { RelayOptions } from './services.js'

/** Milliseconds. */
const timeout = 5_000
/** Characters of metrics. */
const limit = 2_000_000

/** Reads health and metrics of the relay. Rejects with `SERVICE_UNAVAILABLE` if it doesn't answer. */
export async function readRelay({ url, metricsUrl }: RelayOptions): Promise<RelayView> {
  const [health, metrics] = await Promise.all([
    readText(new URL('/health/ready', url)),
    metricsUrl ? readText(new URL('/metrics', metricsUrl)) : undefined,
  ])
  return {
    isReady: health.status === 200,
    failed: findProblem(health.text),
    ...(metrics?.status === 200 && { metrics: parseMetrics(metrics.text) }),
  }
}

async function readText(url: URL): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' })
    return { status: response.status, text: (await response.text()).slice(0, limit) }
  } catch (cause) {
    throw new ConsoleError('The relay does not answer. Try again in a moment.', { code: 'SERVICE_UNAVAILABLE', cause })
  }
}

function findProblem(text: string): readonly string[] {
  try {
    const { problem } = JSON.parse(text) as { readonly problem?: unknown }
    return typeof problem === 'string' ? [problem.slice(0, 200)] : []
  } catch {
    return [] // a proxy's page says nothing about the relay
  }
}

/** Sums the samples of each metric in Prometheus text format; buckets of histograms are left out. */
export function parseMetrics(text: string): Readonly<Record<string, number>> {
  const sums = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, name, value] = /^([a-z_:][\w:]*)(?:\{.*\})? (-?[\d.e+]+)(?: \d+)?$/i.exec(line) ?? []
    if (name === undefined || name.endsWith('_bucket')) continue
    sums.set(name, (sums.get(name) ?? 0) + Number(value))
  }
  return Object.fromEntries(sums)
}
