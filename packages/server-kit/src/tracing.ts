import type { Sampler, TracingOptions } from './otlp.js'
import type { Tracer } from './trace.js'

type Read = (name: string) => string | undefined

const samplers = ['always_on', 'always_off', 'traceidratio'] as const satisfies readonly Sampler['name'][]

/**
 * Reads the variables that OpenTelemetry defines. Undefined unless `OTEL_EXPORTER_OTLP_ENDPOINT` or `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT` is
 * set. Throws for settings that this exporter doesn't support.
 */
export function readTracing(read: Read, { service }: { readonly service: string }): TracingOptions | undefined {
  const [base, own] = [read('OTEL_EXPORTER_OTLP_ENDPOINT'), read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')]
  const isOff = /^true$/i.test(read('OTEL_SDK_DISABLED') ?? '') || read('OTEL_TRACES_EXPORTER') === 'none'
  if (isOff || (base === undefined && own === undefined)) return undefined
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json'
  if (protocol !== 'http/json')
    throw new Error(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, not ${protocol}: collectors accept it on port 4318.`,
    )
  const url = own ?? `${base?.replace(/\/+$/, '')}/v1/traces`
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL.')
  return {
    url,
    headers: readPairs(
      'OTEL_EXPORTER_OTLP_HEADERS',
      read('OTEL_EXPORTER_OTLP_TRACES_HEADERS') ?? read('OTEL_EXPORTER_OTLP_HEADERS'),
    ),
    resource: {
      'service.name': service,
      ...readPairs('OTEL_RESOURCE_ATTRIBUTES', read('OTEL_RESOURCE_ATTRIBUTES')),
      ...(read('OTEL_SERVICE_NAME') !== undefined && { 'service.name': read('OTEL_SERVICE_NAME') ?? service }),
    },
    sampler: readSampler(read),
    timeout: readMilliseconds('OTEL_EXPORTER_OTLP_TIMEOUT', read('OTEL_EXPORTER_OTLP_TIMEOUT'), 10_000),
    delay: readMilliseconds('OTEL_BSP_SCHEDULE_DELAY', read('OTEL_BSP_SCHEDULE_DELAY'), 5_000),
  }
}

/** Starts to record spans. The exporter is only loaded now, so that a process without it has none of its code. */
export async function startTracing(
  options: TracingOptions | undefined,
  { warn }: { readonly warn: (cause: unknown) => void },
): Promise<Tracer | undefined> {
  if (!options) return undefined
  const { createOtlpTracer } = await import('./otlp.js')
  return createOtlpTracer(options, { warn })
}

function readSampler(read: Read): Sampler {
  const given = read('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'
  const [, parent, own] = /^(parentbased_)?(.*)$/.exec(given) ?? []
  const name = samplers.find((one) => one === own)
  if (name === undefined)
    throw new Error(
      `OTEL_TRACES_SAMPLER must be ${samplers.join(', ')} or parentbased_ and one of these, not ${given}.`,
    )
  const ratio = Number(read('OTEL_TRACES_SAMPLER_ARG') ?? '1')
  if (!(ratio >= 0 && ratio <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.')
  return { name, isParentBased: parent !== undefined, ratio }
}

/** Reads `key=value,key=value`, percent-encoded. Errors don't quote it, as headers are often secrets. */
function readPairs(name: string, text: string | undefined): Readonly<Record<string, string>> {
  const pairs = (text ?? '').split(',').flatMap((pair) => (pair.trim() === '' ? [] : [pair.trim()]))
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key, value] = /^([^=\s]+)\s*=\s*(.*)$/.exec(pair) ?? []
      if (key === undefined || value === undefined)
        throw new Error(`${name} must be a list such as key=value,key=value.`)
      try {
        return [key, decodeURIComponent(value)]
      } catch (cause) {
        throw new Error(`${name} has invalid percent-encoding at ${key}.`, { cause })
      }
    }),
  )
}

function readMilliseconds(name: string, text: string | undefined, normal: number): number {
  if (text === undefined) return normal
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new Error(`${name} must be a number of milliseconds, not ${text}.`)
  return Number(text)
}
