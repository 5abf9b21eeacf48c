import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { providePostgres } from '@latchkey/devnet'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from './database.js'
import { listen } from './http.js'
import { createLogger, type LogLevel } from './log.js'
import {
  getRequestId,
  getTraceHeaders,
  getTraceId,
  parseTraceparent,
  type RequestOptions,
  type RequestRecord,
  setRoute,
  withRequestId,
  withSpan,
} from './trace.js'
import { readTracing, startTracing } from './tracing.js'

const trace = '0af7651916cd43dd8448eb211c80319c'
const parent = 'b7ad6b7169203331'

test.each([
  [`00-${trace}-${parent}-01`, { traceId: trace, spanId: parent, isSampled: true }],
  [`00-${trace}-${parent}-00`, { traceId: trace, spanId: parent, isSampled: false }],
  // a later version may have more fields
  [`cc-${trace}-${parent}-03-more`, { traceId: trace, spanId: parent, isSampled: true }],
])('reads the traceparent %s', (header, context) => {
  expect(parseTraceparent(header)).toEqual(context)
})

test.each([
  undefined,
  '',
  'garbage',
  `ff-${trace}-${parent}-01`,
  `00-${trace}-${parent}-01-more`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace}-${parent}`,
  `00-${trace}*/; DROP TABLE users; --${parent}-01`,
  `cc-${trace}-${parent}-01-${'x'.repeat(300)}`,
])('error: rejects the traceparent %s', (header) => {
  expect(parseTraceparent(header)).toBeUndefined()
})

function createDeferred<value>(): { readonly promise: Promise<value>; readonly resolve: (value: value) => void } {
  let resolve: (value: value) => void = () => undefined
  const promise = new Promise<value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

type Handle = () => Promise<unknown>

/** Serves one handler, and returns a function that calls it. */
async function serve(
  handle: Handle,
  options: RequestOptions = {},
): Promise<(headers?: HeadersInit) => Promise<Response>> {
  const server = createServer((request, response) => {
    void withRequestId(
      request,
      response,
      async () => {
        setRoute('/v1/things/{id}')
        response.end(JSON.stringify((await handle()) ?? null))
      },
      options,
    )
  })
  const { url, stop } = await listen(server, { port: 0, host: '127.0.0.1' })
  onTestFinished(stop)
  return (headers = {}) => fetch(`${url}/v1/things/7?secret=1`, { headers })
}

test('keeps the request and trace IDs of a request, or creates new ones if they are missing or invalid', async () => {
  const send = await serve(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return [getRequestId(), getTraceId(), getTraceHeaders()['traceparent']]
  })
  const given = await send({ 'x-request-id': 'from-the-proxy-1', traceparent: `00-${trace}-${parent}-01` })
  expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1')
  expect(await given.json()).toEqual(['from-the-proxy-1', trace, `00-${trace}-${parent}-01`])
  for (const headers of [{ 'x-request-id': 'a b; c', traceparent: 'garbage' }, {}]) {
    const response = await send(headers)
    const [requestId, traceId, traceparent] = (await response.json()) as readonly string[]
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(response.headers.get('x-request-id')).toBe(requestId)
    expect(traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`))
    expect(traceId).not.toBe(trace)
  }
  expect([getRequestId(), getTraceId(), getTraceHeaders()]).toEqual([undefined, undefined, {}])
})

test('adds its IDs to every log line of a request, and logs probes only at the debug level', async () => {
  const lines: { readonly line: string; readonly level: LogLevel }[] = []
  const write = (line: string, level: LogLevel): void => void lines.push({ line, level })
  const { warn, logRequest } = createLogger({ write })
  const recorded = createDeferred<RequestRecord>()
  const send = await serve(
    async () => {
      warn(new Error('The node is gone.'))
    },
    {
      record: (record) => {
        logRequest(record)
        recorded.resolve(record)
      },
    },
  )
  await send({ 'x-request-id': 'from-the-proxy-1', traceparent: `00-${trace}-${parent}-01` })
  await recorded.promise
  logRequest({ method: 'GET', path: '/ready', status: 200, milliseconds: 1 })
  const ids = { time: expect.stringMatching(/^\d{4}-.*Z$/), requestId: 'from-the-proxy-1', traceId: trace }
  expect(lines.map(({ line, level }) => ({ ...(JSON.parse(line) as object), level }))).toEqual([
    { ...ids, level: 'error', name: 'Error', message: 'The node is gone.', at: expect.any(Array) },
    { ...ids, level: 'info', method: 'GET', path: '/v1/things/{id}', status: 200, milliseconds: expect.any(Number) },
  ])
  const debugging: string[] = []
  createLogger({ level: 'debug', write: (line) => debugging.push(line) }).logRequest({
    ...{ method: 'GET', path: '/ready', status: 200, milliseconds: 1 },
  })
  expect(debugging.map((line) => JSON.parse(line) as unknown)).toEqual([expect.objectContaining({ level: 'debug' })])
})

test('error: records a request that the client aborted as 499', async () => {
  const recorded = createDeferred<RequestRecord>()
  const begun = createDeferred<undefined>()
  const server = createServer((request, response) => {
    withRequestId(request, response, () => begun.resolve(undefined), { record: recorded.resolve })
  })
  const { url, stop } = await listen(server, { port: 0, host: '127.0.0.1' })
  onTestFinished(stop)
  const leaving = new AbortController()
  const sent = fetch(url, { signal: leaving.signal })
  await begun.promise
  leaving.abort()
  await expect(sent).rejects.toThrow('aborted')
  expect(await recorded.promise).toMatchObject({ status: 499, path: 'none' })
})

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string; readonly url: string | undefined }

/** A collector that records requests and responds with a configurable status. */
async function startCollector(): Promise<{
  readonly url: string
  readonly received: Received[]
  /** From the next request on, it responds with a status, once a promise has settled. */
  readonly behave: (next: number, after?: Promise<unknown>) => void
  readonly until: (count: number) => Promise<void>
}> {
  const received: Received[] = []
  let status = 200
  let ready: Promise<unknown> | undefined
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      received.push({ headers: request.headers, body, url: request.url })
      server.emit('received')
      await ready
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const { url, stop } = await listen(server, { port: 0, host: '127.0.0.1' })
  onTestFinished(stop)
  return {
    ...{ url, received },
    behave: (next, after) => {
      status = next
      ready = after
    },
    until: async (count) => {
      while (received.length < count) await once(server, 'received')
    },
  }
}

type OtlpSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly status?: { readonly code: number }
}

type Otlp = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] }
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[]
  }[]
}

const readSpans = (received: readonly Received[]): readonly OtlpSpan[] =>
  received.flatMap(({ body }) =>
    (JSON.parse(body) as Otlp).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

const toAttributes = ({ attributes }: OtlpSpan): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

test('exports the span of a request and the spans of its database queries and outgoing calls', async () => {
  const collector = await startCollector()
  const variables: Readonly<Record<string, string>> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of%20the%20collector',
    OTEL_SERVICE_NAME: 'kit',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
  }
  const tracer = await startTracing(
    readTracing((name) => variables[name], { service: 'default' }),
    { warn: () => undefined },
  )
  const postgres = await providePostgres({ databases: ['kit'] })
  const database = openDatabase({
    ...{ url: postgres.urls['kit'] ?? '', applicationName: 'kit', maxConnections: 2, warn: () => undefined },
    timeouts: { connect: 5_000, statement: 5_000 },
  })
  const seen: unknown[] = []
  const send = await serve(
    async () => {
      const own = 'SELECT query, application_name FROM pg_stat_activity WHERE pid = pg_backend_pid()'
      seen.push(...(await database.query(own)))
      await database.inTransaction(async ({ query }) => {
        seen.push(...(await query(own)))
        // the text of a named statement stays the same, or the driver refuses it
        seen.push(...(await query(own, [], 'own')))
      })
      seen.push(...(await database.query(own, [], 'own')))
      await database.query('SELECT 1 / $1::int', [0]).catch(() => undefined)
      return withSpan({ name: 'POST', attributes: { 'server.address': 'node.internal' } }, async (add) => {
        add({ 'http.response.status_code': 502 })
        return getTraceHeaders()['traceparent']
      })
    },
    { tracer },
  )
  const response = await send({ 'x-request-id': 'request-1234', traceparent: `00-${trace}-${parent}-01` })
  const passed = (await response.json()) as string
  await send({ traceparent: `00-${trace}-${parent}-00` })
  const [first] = seen as readonly { readonly query: string }[]
  expect(seen.slice(0, 4)).toEqual([
    {
      query: expect.stringMatching(/ \/\*traceparent='00-0af7651916cd43dd8448eb211c80319c-\w{16}-01'\*\/$/),
      application_name: 'kit',
    },
    { query: expect.not.stringContaining('/*'), application_name: `kit ${trace}` },
    { query: expect.not.stringContaining('/*'), application_name: `kit ${trace}` },
    { query: expect.not.stringContaining('/*'), application_name: 'kit' },
  ])
  await tracer?.stop()
  await database.close()
  await postgres.stop()

  const spans = readSpans(collector.received)
  const [server] = spans.filter(({ kind }) => kind === 2)
  // the second request says that it is not sampled
  expect(spans.filter(({ kind }) => kind === 2)).toHaveLength(1)
  expect(server).toMatchObject({ traceId: trace, parentSpanId: parent, name: 'GET /v1/things/{id}' })
  expect(server && toAttributes(server)).toEqual({
    'http.request.method': 'GET',
    'http.route': '/v1/things/{id}',
    'http.response.status_code': '200',
    'latchkey.request_id': 'request-1234',
  })
  const calls = spans.filter(({ kind }) => kind === 3)
  expect(calls.map(({ name, parentSpanId, status }) => [name, parentSpanId, status?.code])).toEqual([
    ...Array.from({ length: 4 }, () => ['SELECT', server?.spanId, undefined]),
    ['SELECT', server?.spanId, 2],
    ['POST', server?.spanId, 2],
  ])
  expect(calls.map(toAttributes)[4]).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'SELECT',
    'db.query.text': 'SELECT 1 / $1::int',
    'error.type': '22012',
  })
  expect(passed).toBe(`00-${trace}-${calls.at(-1)?.spanId}-01`)
  expect(first?.query).toContain(calls[0]?.spanId)
  for (const { startTimeUnixNano, endTimeUnixNano } of spans) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano))
    expect(Math.abs(Number(BigInt(endTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000)
  }
  const [request] = collector.received
  expect([request?.url, request?.headers.authorization]).toEqual(['/v1/traces', 'Bearer of the collector'])
  expect((JSON.parse(request?.body ?? '{}') as Otlp).resourceSpans[0]?.resource.attributes).toEqual([
    { key: 'service.name', value: { stringValue: 'kit' } },
    { key: 'deployment.environment.name', value: { stringValue: 'test' } },
  ])
  expect(collector.received.map(({ body }) => body).join('')).not.toContain('secret')
})

test('error: keeps spans while the collector is down and sends them later, without delaying requests', async () => {
  const collector = await startCollector()
  collector.behave(503)
  const notices: string[] = []
  const tracer = await startTracing(
    readTracing((name) => (name.endsWith('ENDPOINT') ? collector.url : name.endsWith('DELAY') ? '5' : undefined), {
      service: 'kit',
    }),
    { warn: (cause) => notices.push((cause as Error).message) },
  )
  const send = await serve(() => Promise.resolve('done'), { tracer })
  expect(await (await send()).json()).toBe('done')
  await collector.until(1)
  collector.behave(200)
  await collector.until(2)
  await expect.poll(() => notices.length).toBe(2)
  await tracer?.stop()
  const ids = readSpans(collector.received).map(({ spanId }) => spanId)
  expect(new Set(ids).size).toBe(1)
  expect(notices).toEqual([
    'Spans can’t be sent to the collector. They are kept until it responds, up to a limit.',
    'Spans are sent again. 0 were dropped.',
  ])
})

test('sends every span once to a slow collector, including those recorded while it is busy', async () => {
  const collector = await startCollector()
  const answered = createDeferred<undefined>()
  collector.behave(200, answered.promise)
  const tracer = await startTracing(
    readTracing((name) => (name.endsWith('ENDPOINT') ? collector.url : name.endsWith('DELAY') ? '1' : undefined), {
      service: 'kit',
    }),
    { warn: () => undefined },
  )
  const send = await serve(() => Promise.resolve('done'), { tracer })
  await send()
  await collector.until(1)
  // they take longer than the millisecond after which the next batch would be due
  for (let index = 0; index < 20; index += 1) await send()
  answered.resolve(undefined)
  const read = (): readonly string[] => readSpans(collector.received).map(({ spanId }) => spanId)
  await expect.poll(() => new Set(read()).size).toBe(21)
  await tracer?.stop()
  expect(read()).toHaveLength(21)
})

test.each([
  ['always_off', undefined, 0],
  ['always_on', undefined, 100],
  ['traceidratio', '0.3', 30],
] as const)('the sampler %s %s records %s of 100 traces', async (name, argument, count) => {
  const variables: Readonly<Record<string, string | undefined>> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    OTEL_TRACES_SAMPLER: name,
    OTEL_TRACES_SAMPLER_ARG: argument,
  }
  const tracer = await startTracing(
    readTracing((variable) => variables[variable], { service: 'kit' }),
    { warn: () => undefined },
  )
  const ids = Array.from({ length: 100 }, (_, index) => {
    return Math.floor(((index + 0.5) / 100) * 2 ** 52)
      .toString(16)
      .padStart(13, '0')
      .padStart(32, 'a')
  })
  expect(ids.filter((id) => tracer?.isSampled(id, undefined))).toHaveLength(count)
})

test.each([
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, not grpc'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL'],
  [{ OTEL_TRACES_SAMPLER: 'some' }, 'OTEL_TRACES_SAMPLER must be always_on'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, 'OTEL_EXPORTER_OTLP_HEADERS must be a list such as key=value,key=value.'],
  [{ OTEL_EXPORTER_OTLP_TIMEOUT: '1s' }, 'OTEL_EXPORTER_OTLP_TIMEOUT must be a number of milliseconds'],
])('error: rejects %j at start', (variables, message) => {
  const all: Readonly<Record<string, string>> = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...variables }
  expect(() => readTracing((name) => all[name], { service: 'kit' })).toThrow(message)
})

test('traces nothing without an endpoint or if OpenTelemetry is disabled', () => {
  const off: Readonly<Record<string, string>> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_SDK_DISABLED: 'true',
  }
  expect(readTracing(() => undefined, { service: 'kit' })).toBeUndefined()
  expect(readTracing((name) => off[name], { service: 'kit' })).toBeUndefined()
})
