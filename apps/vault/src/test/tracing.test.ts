import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '@latchkey/server-kit/http'
import { createLogger } from '@latchkey/server-kit/log'
import { readTracing, type TracingOptions } from '@latchkey/server-kit/trace'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../custody/test/startWorld.js'
import { startSite } from '../site/startSite.js'
import { createDevice } from '../site/test/signStatement.js'
import { writeFrameFolder } from '../site/test/writeFrameFolder.js'

type Span = {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
}

type Otlp = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly { readonly value: { readonly stringValue: string } }[] }
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[]
  }[]
}

test('a request has one trace from its header through site, custody and database, and one id in both logs', async () => {
  const spans: Span[] = []
  const collector = await listen(
    createServer((request, response) => {
      void text(request).then((body) => {
        const { resourceSpans } = JSON.parse(body) as Otlp
        for (const { resource, scopeSpans } of resourceSpans)
          for (const span of scopeSpans.flatMap((scope) => scope.spans))
            spans.push({ ...span, service: resource.attributes[0]?.value.stringValue ?? '' })
        response.end()
      })
    }),
    { port: 0, host: '127.0.0.1' },
  )
  const variables: Readonly<Record<string, string>> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  }
  const tracing = (service: string): TracingOptions | undefined => readTracing((name) => variables[name], { service })
  const lines: string[] = []
  const { logRequest: record } = createLogger({ write: (line) => lines.push(line) })
  const world = await startWorld({ tracing: tracing('custody'), record })
  const { projects } = world.options
  const site = await startSite({
    ...{ projects, networks: [], port: 0, frameFolder: await writeFrameFolder(), now: world.now, record },
    custody: world.custodies[0]?.address ?? '',
    tracing: tracing('site'),
  })
  onTestFinished(async () => {
    await site.stop()
    await world.stop()
    await collector.stop()
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const parent = 'b7ad6b7169203331'
  const response = await fetch(`${site.url}/v1/call`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', origin: site.publicUrl },
      ...{ traceparent: `00-${traceId}-${parent}-01`, 'x-request-id': 'from-the-proxy-1' },
    },
    body: JSON.stringify(createDevice().sign({ iat: world.now() })),
  })
  expect([response.status, response.headers.get('x-request-id')]).toEqual([200, 'from-the-proxy-1'])
  const find = (name: string): Span | undefined => spans.find((span) => span.name === name)
  await expect.poll(() => [find('POST /v1/call'), find('POST /call/hello')].every(Boolean)).toBe(true)
  const [front, call, behind] = ['POST /v1/call', 'POST /call', 'POST /call/hello'].map(find)
  expect([front?.service, front?.parentSpanId]).toEqual(['site', parent])
  expect([call?.service, call?.parentSpanId]).toEqual(['site', front?.spanId])
  expect([behind?.service, behind?.parentSpanId]).toEqual(['custody', call?.spanId])
  const queries = spans.filter(({ parentSpanId }) => parentSpanId === behind?.spanId)
  expect(queries.map(({ name }) => name)).toContain('INSERT')
  // background work of the programs has separate traces
  expect(new Set([front, call, behind, ...queries].map((span) => span?.traceId))).toEqual(new Set([traceId]))
  const logged = lines.map((line) => JSON.parse(line) as { readonly path: string })
  expect(logged.filter(({ path }) => path !== '/projects')).toEqual(
    ['/call/hello', '/v1/call'].map((path) =>
      expect.objectContaining({ level: 'info', path, requestId: 'from-the-proxy-1', traceId }),
    ),
  )
})
