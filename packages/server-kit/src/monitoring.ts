import type { z } from 'zod'
import type { Config } from './config.js'
import { type LogLevel, logLevels } from './log.js'
import type { MetricsPlace } from './metrics.js'
import type { TracingOptions } from './otlp.js'
import { readTracing } from './tracing.js'
import { choice, flag, port, text, variable } from './variables.js'

/** A variable that OpenTelemetry defines, and {@link readTracing} validates. */
const otel = (about: string, unset = 'none'): z.ZodType<string | undefined> =>
  variable(text().optional(), { about, unset })

/** Variables that all servers have: for logs, metrics and traces. See docs/monitoring.md. */
export const monitoringVariables: {
  readonly LOG_LEVEL: z.ZodType<LogLevel>
  readonly LOG_REQUESTS: z.ZodType<boolean>
  readonly METRICS_PORT: z.ZodType<number | undefined>
  readonly METRICS_HOST: z.ZodType<string>
} & Readonly<Record<`OTEL_${string}`, z.ZodType<string | undefined>>> = {
  LOG_LEVEL: variable(choice(logLevels), {
    about: '`debug`, `info`, `warn` or `error`: the lowest level that is logged; `debug` adds health probes',
    initial: 'info',
  }),
  LOG_REQUESTS: variable(flag(), { about: '`0` leaves requests out of the log', initial: '1' }),
  METRICS_PORT: variable(port().optional(), {
    about: 'port of `GET /metrics` for Prometheus, see [Monitoring](../../docs/monitoring.md); `0` for a free one',
    unset: 'none: no metrics',
  }),
  METRICS_HOST: variable(text(), {
    about: 'address of that port. Anybody who reaches it reads the metrics, without a token',
    initial: '127.0.0.1',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: otel('an OpenTelemetry collector, e.g. `http://127.0.0.1:4318`', 'none: no traces'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otel('its whole address for traces, instead'),
  OTEL_EXPORTER_OTLP_HEADERS: variable(text().optional(), {
    about: 'headers for it: `name=value,name=value`, percent-encoded',
    secret: 'all',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: otel('only `http/json`', '`http/json`'),
  OTEL_EXPORTER_OTLP_TIMEOUT: otel('milliseconds for a request to it', '`10000`'),
  OTEL_BSP_SCHEDULE_DELAY: otel('milliseconds between two requests', '`5000`'),
  OTEL_SERVICE_NAME: otel('the name of this service in traces', 'its own'),
  OTEL_RESOURCE_ATTRIBUTES: otel('more attributes: `name=value,name=value`'),
  OTEL_TRACES_SAMPLER: otel(
    '`always_on`, `always_off`, `traceidratio`, each also with `parentbased_`',
    '`parentbased_always_on`',
  ),
  OTEL_TRACES_SAMPLER_ARG: otel('the share of traces for `traceidratio`, from 0 to 1', '`1`'),
  OTEL_TRACES_EXPORTER: otel('`none`: no traces', '`otlp`'),
  OTEL_SDK_DISABLED: otel('`true`: no traces', '`false`'),
}

export type MonitoringOptions = {
  readonly metrics: MetricsPlace | undefined
  readonly tracing: TracingOptions | undefined
  readonly logLevel: LogLevel
  readonly logsRequests: boolean
}

/** Reads {@link monitoringVariables}. Adds invalid values to the problems of the configuration. */
export async function readMonitoring(
  { values, texts, attempt }: Pick<Config<typeof monitoringVariables>, 'values' | 'texts' | 'attempt'>,
  { service }: { readonly service: string },
): Promise<MonitoringOptions> {
  const {
    METRICS_PORT: own,
    METRICS_HOST: host,
    LOG_LEVEL: logLevel = 'info',
    LOG_REQUESTS: logsRequests = true,
  } = values
  return {
    metrics: own === undefined ? undefined : { port: own, host },
    tracing: await attempt(() => readTracing((name) => texts[name], { service })),
    logLevel,
    logsRequests,
  }
}
