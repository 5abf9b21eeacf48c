import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A place in a trace, as in the header `traceparent`. [W3C Trace Context] */
export type TraceContext = {
  /** 32 hex digits. */
  readonly traceId: string
  /** Span id, 16 hex digits: the parent of later spans. */
  readonly spanId: string
  readonly isSampled: boolean
}

export type SpanKind = 'server' | 'client'

/** Values never have anything of a user: no address, no query, no body. */
export type SpanAttributes = Readonly<Record<string, string | number>>

export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  /** Milliseconds since the epoch, with fractions. */
  readonly start: number
  readonly end: number
  readonly attributes: SpanAttributes
  readonly isError: boolean
}

/** Decides which traces are recorded, and takes their spans. */
export type Tracer = {
  readonly isSampled: (traceId: string, parent: TraceContext | undefined) => boolean
  readonly record: (span: Span) => void
  /** Sends the remaining spans, for a second at most. */
  readonly stop: () => Promise<void>
}

/** A response, without anything that identifies the caller or the user. */
export type RequestRecord = {
  readonly method: string
  /** The route, e.g. `/v1/account/{address}/balance`; `none` if there is none. */
  readonly path: string
  /** 499 if the client went away before. */
  readonly status: number
  readonly milliseconds: number
}

type Scope = {
  readonly requestId: string
  readonly trace: TraceContext
  readonly tracer: Tracer | undefined
  readonly request: { route: string }
}

/** Follows a request through its asynchronous work. */
const scopes = new AsyncLocalStorage<Scope>()

/** The header that has a request's id, from the proxy to custody and back. */
export const requestIdHeader = 'x-request-id'

/** Returns the id of the request that this code runs for. */
export function getRequestId(): string | undefined {
  return scopes.getStore()?.requestId
}

/** Returns the id of the trace that this code runs in. */
export function getTraceId(): string | undefined {
  return scopes.getStore()?.trace.traceId
}

/** Names the route of the current request, for its span, its log line and its metrics. */
export function setRoute(route: string): void {
  const scope = scopes.getStore()
  if (scope) scope.request.route = route
}

/**
 * Returns the headers for requests to our own servers: the request's id and its place in the trace. Never send them to others, which could
 * link requests by them.
 */
export function getTraceHeaders(): Readonly<Record<string, string>> {
  const scope = scopes.getStore()
  return scope ? { [requestIdHeader]: scope.requestId, traceparent: toTraceparent(scope.trace) } : {}
}

export function toTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

/** Parses a `traceparent`, of this version or a later one. Undefined for anything invalid. */
export function parseTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string' || header.length > 256) return undefined
  const [, version, traceId, spanId, flags, rest] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/.exec(header) ?? []
  if (version === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined
  if (version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

function createId(bytes: 8 | 16): string {
  return randomBytes(bytes).toString('hex')
}

/** Milliseconds since the epoch; real time, as spans of several machines are compared. */
function getTime(): number {
  return performance.timeOrigin + performance.now()
}

export type RequestOptions = {
  /** Default: the trace is only passed on. */
  readonly tracer?: Tracer | undefined
  /** Called once the response was sent, or the client went away. */
  readonly record?: ((record: RequestRecord) => void) | undefined
}

/**
 * Handles a request under the id in its header, or a new one, and returns the id with the response. It continues the trace of a valid
 * `traceparent`, or begins one.
 */
export function withRequestId<result>(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => result,
  { tracer, record }: RequestOptions = {},
): result {
  const start = getTime()
  const given = request.headers[requestIdHeader]
  const requestId = typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID()
  response.setHeader(requestIdHeader, requestId)
  const parent = parseTraceparent(request.headers['traceparent'])
  const traceId = parent?.traceId ?? createId(16)
  // without a tracer there is no own span: later ones belong to the caller's
  const trace: TraceContext = tracer
    ? { traceId, spanId: createId(8), isSampled: tracer.isSampled(traceId, parent) }
    : (parent ?? { traceId, spanId: createId(8), isSampled: false })
  const scope: Scope = { requestId, trace, tracer, request: { route: 'none' } }
  response.once('close', () => {
    const end = getTime()
    const { method = '' } = request
    const { route } = scope.request
    const status = response.writableFinished ? response.statusCode : 499
    if (record) scopes.run(scope, () => record({ method, path: route, status, milliseconds: end - start }))
    if (!tracer || !trace.isSampled) return
    tracer.record({
      ...{ traceId, spanId: trace.spanId, parentId: parent?.spanId, kind: 'server', start, end },
      name: `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
        'latchkey.request_id': requestId,
      },
      isError: status >= 500,
    })
  })
  return scopes.run(scope, handle)
}

export type SpanOptions = {
  /** Of few values, e.g. `GET` or `SELECT`. */
  readonly name: string
  readonly attributes: SpanAttributes
}

/** Adds attributes to the span, which are known at its end. */
export type AddAttributes = (attributes: SpanAttributes) => void

/** Runs a call to another server as a span of the current trace. Without a tracer it only runs it. */
export async function withSpan<result>(
  { name, attributes: first }: SpanOptions,
  run: (add: AddAttributes) => Promise<result>,
): Promise<result> {
  const scope = scopes.getStore()
  if (!scope?.tracer || !scope.trace.isSampled) return run(() => undefined)
  const { tracer, trace } = scope
  const spanId = createId(8)
  const start = getTime()
  let attributes: SpanAttributes = first
  let isError = true
  try {
    const result = await scopes.run({ ...scope, trace: { ...trace, spanId } }, () =>
      run((more) => {
        attributes = { ...attributes, ...more }
      }),
    )
    isError = Number(attributes['http.response.status_code'] ?? 0) >= 500
    return result
  } catch (cause) {
    attributes = { ...attributes, 'error.type': toErrorType(cause) }
    throw cause
  } finally {
    const { traceId, spanId: parentId } = trace
    tracer.record({ traceId, spanId, parentId, name, kind: 'client', start, end: getTime(), attributes, isError })
  }
}

/** A code or a class, never a message, which may quote anything. */
function toErrorType(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown'
  const { code } = cause as { code?: unknown }
  return typeof code === 'string' ? code : cause.name
}
