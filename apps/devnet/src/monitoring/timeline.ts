import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { parseMetrics, readMonitoring } from './monitoring.js'

export type TimelineTarget = {
  readonly job: string
  /** Where it serves its metrics. */
  readonly url: string
}

export type Timeline = {
  /** Scrapes each target every 15 seconds of the clock, so many minutes long. `between` runs before each scrape. */
  readonly run: (minutes: number, between?: () => Promise<unknown>) => Promise<void>
  /**
   * Has Prometheus evaluate the alerts over all of that, and returns the alerts that fire now, with their job if they name one.
   * Rejects if promtool is not installed.
   */
  readonly listFiring: () => Promise<readonly string[]>
}

type CreateTimelineOptions = {
  readonly targets: readonly TimelineTarget[]
  /** Moves the clock of the services by milliseconds. */
  readonly move: (milliseconds: number) => void
  /** The clock of the services. */
  readonly now: () => number
}

/** Milliseconds, as in prometheus.yml. */
const interval = 15_000

const run = promisify(execFile)

/**
 * Real services on a clock that is moved by hand, watched by Prometheus' own evaluation of the alerts (promtool, Debian's package
 * `prometheus`): an alert that waits for ten minutes is tested with its ten minutes, without waiting.
 */
export function createTimeline({ targets, move, now }: CreateTimelineOptions): Timeline {
  const start = now()
  const series = new Map<string, string[]>()
  let step = 0

  async function scrape(): Promise<void> {
    const texts = await Promise.all(
      targets.map(({ url }) =>
        fetch(url, { signal: AbortSignal.timeout(10_000) }).then(
          (response) => (response.ok ? response.text() : undefined),
          () => undefined,
        ),
      ),
    )
    const seen = new Set<string>()
    const add = (name: string, labels: Readonly<Record<string, string>>, value: number): void => {
      const pairs = Object.entries(labels).map(([label, one]) => `${label}=${JSON.stringify(one)}`)
      const key = `${name}{${pairs.join(',')}}`
      const values = series.get(key) ?? Array.from({ length: step }, () => '_')
      series.set(key, values)
      values.push(String(value))
      seen.add(key)
    }
    for (const [index, { job, url }] of targets.entries()) {
      const instance = new URL(url).host
      const text = texts[index]
      add('up', { job, instance }, text === undefined ? 0 : 1)
      // the evaluation begins at 0
      for (const { name, labels, value } of parseMetrics(text ?? ''))
        add(name, { ...labels, job, instance }, name.endsWith('_timestamp_seconds') ? value - start / 1_000 : value)
    }
    // as Prometheus does for series that are missing from a scrape
    for (const [key, values] of series)
      if (!seen.has(key)) values.push(/^[\d.-]/.test(values.at(-1) ?? '') ? 'stale' : '_')
    step++
  }

  return {
    async run(minutes, between = () => Promise.resolve()) {
      for (let count = 0; count < (minutes * 60_000) / interval; count++) {
        await between()
        await scrape()
        move(interval)
      }
    },
    async listFiring() {
      const { folder, alerts } = readMonitoring()
      const files = (await readdir(join(folder, 'alerts'))).map((file) => join(folder, 'alerts', file))
      const time = `${((step - 1) * interval) / 1_000}s`
      // a test that always fails, so that the output lists the firing alerts
      const test = {
        rule_files: files,
        evaluation_interval: '15s',
        tests: [
          {
            interval: '15s',
            input_series: [...series].map(([name, values]) => ({ series: name, values: values.join(' ') })),
            promql_expr_test: alerts.map(({ name }) => ({
              expr: `count(ALERTS{alertname="${name}", alertstate="firing"})`,
              eval_time: time,
              exp_samples: [],
            })),
          },
        ],
      }
      const temporary = await mkdtemp(join(tmpdir(), 'latchkey-alerts-'))
      try {
        const file = join(temporary, 'test.yml')
        await writeFile(file, stringify(test, { lineWidth: 0 }))
        const output = await run('promtool', ['test', 'rules', file], { maxBuffer: 67_108_864 }).then(
          ({ stdout, stderr }) => stdout + stderr,
          (cause: { readonly code?: unknown; readonly stdout?: string; readonly stderr?: string }) => {
            if (cause.code === 'ENOENT')
              throw new Error('promtool is missing: install the package prometheus.', { cause })
            return `${cause.stdout ?? ''}${cause.stderr ?? ''}`
          },
        )
        return parseFiring(output)
      } finally {
        await rm(temporary, { recursive: true })
      }
    },
  }
}

/** Parses the alerts that fire: each differs from the expectation, and the output reports it. */
function parseFiring(output: string): readonly string[] {
  const found = [...output.matchAll(/expr: "count\(ALERTS\{alertname=\\"(\w+)\\"/g)].map(([, name = '']) => name)
  if (found.length === 0 && !output.includes('SUCCESS')) throw new Error(`promtool failed: ${output.slice(0, 2_000)}`)
  return found.sort()
}
