import { Notice } from './log.js'
import type { Span, SpanAttributes, TraceContext, Tracer } from './trace.js'

/** Receiver of spans, and which ones it gets. */
export type TracingOptions = {
  /** The collector's address for traces over HTTP, e.g. `http://127.0.0.1:4318/v1/traces`. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Attributes of this process. `service.name` is one of them. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: Sampler
  /** Milliseconds for one request, and between two. */
  readonly timeout: number
  readonly delay: number
}

export type Sampler = {
  readonly name: 'always_on' | 'always_off' | 'traceidratio'
  /** Whether a caller that has decided is followed. */
  readonly isParentBased: boolean
  /** Of all traces, from 0 to 1. */
  readonly ratio: number
}

/** Spans in memory, and in one request. */
const sizes = { queue: 2_048, batch: 512 } as const

/** Milliseconds: before retries, and for the last request when the process stops. */
const pauses = { first: 1_000, max: 30_000, stop: 1_000 } as const

/**
 * Sends spans to an OpenTelemetry collector, as OTLP in JSON over HTTP: a few lines of our own, because custody, which holds the keys, adds no
 * dependency, and all servers use the same. Nothing waits for the collector: if it is gone, spans are kept up to a limit, then dropped.
 */
export function createOtlpTracer(
  { url, headers, resource, sampler, timeout, delay }: TracingOptions,
  { warn }: { readonly warn: (cause: unknown) => void },
): Tracer {
  const queue: Span[] = []
  const stopping = new AbortController()
  let sending: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let dropped = 0

  async function send(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, sizes.batch)
      const answer = await post(batch)
      if (answer === 'retry') {
        if (failures++ === 0)
          warn(
            new Notice('Spans can’t be sent to the collector. They are kept until it responds, up to a limit.', {
              level: 'warn',
            }),
          )
        return
      }
      queue.splice(0, batch.length)
      if (answer === 'refused') {
        if (failures++ === 0) warn(new Notice('The collector refuses spans. They are dropped.', { level: 'warn' }))
      } else if (failures > 0) {
        failures = 0
        warn(new Notice(`Spans are sent again. ${dropped} were dropped.`, { level: 'info' }))
        dropped = 0
      }
      if (stopping.signal.aborted) return
    }
  }

  async function post(spans: readonly Span[]): Promise<'taken' | 'refused' | 'retry'> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(toRequest(resource, spans)),
        redirect: 'error',
        signal: AbortSignal.timeout(stopping.signal.aborted ? Math.min(timeout, pauses.stop) : timeout),
      })
      await response.body?.cancel()
      if (response.ok) return 'taken'
      return response.status === 429 || response.status >= 500 ? 'retry' : 'refused'
    } catch {
      return 'retry' // gone, or too slow
    }
  }

  function schedule(): void {
    // one request at a time: each takes the oldest spans, and removes as many once they are sent
    if (timer || sending || stopping.signal.aborted) return
    const pause = failures === 0 ? delay : Math.min(pauses.max, Math.max(delay, pauses.first * 2 ** failures))
    timer = setTimeout(() => {
      timer = undefined
      sending = send().finally(() => {
        sending = undefined
        if (queue.length > 0) schedule()
      })
    }, pause)
    timer.unref()
  }

  return {
    isSampled: (traceId, parent) => isSampled(sampler, traceId, parent),
    record(span) {
      if (queue.length >= sizes.queue) dropped++
      else queue.push(span)
      schedule()
    },
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await sending
      if (failures === 0) await send()
    },
  }
}

function isSampled(
  { name, isParentBased, ratio }: Sampler,
  traceId: string,
  parent: TraceContext | undefined,
): boolean {
  if (parent && isParentBased) return parent.isSampled
  if (name !== 'traceidratio') return name === 'always_on'
  // all processes decide alike
  return Number.parseInt(traceId.slice(-13), 16) < ratio * 2 ** 52
}

const kinds = { server: 2, client: 3 } as const

const errorStatus = 2

/** ExportTraceServiceRequest in the JSON mapping of OTLP: ids in hex, numbers of 64 bits as text. */
function toRequest(resource: Readonly<Record<string, string>>, spans: readonly Span[]): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: 'latchkey' }, spans: spans.map(toSpan) }],
      },
    ],
  }
}

function toSpan({ traceId, spanId, parentId, name, kind, start, end, attributes, isError }: Span): object {
  return {
    ...{ traceId, spanId, ...(parentId !== undefined && { parentSpanId: parentId }), name, kind: kinds[kind] },
    startTimeUnixNano: toNanoseconds(start),
    endTimeUnixNano: toNanoseconds(end),
    attributes: toAttributes(attributes),
    ...(isError && { status: { code: errorStatus } }),
  }
}

function toNanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  return `${whole}${String(Math.floor((milliseconds - whole) * 1_000_000)).padStart(6, '0')}`
}

function toAttributes(attributes: SpanAttributes): readonly object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) },
  }))
}
