import { expect, test } from 'vitest'
import { createMetrics, serveMetrics } from './metrics.js'

test('counts responses by route, method and status, and their durations by route', async () => {
  const { record, toText } = createMetrics()
  const path = '/v1/names/{name}'
  record({ method: 'GET', path, status: 200, milliseconds: 250 })
  record({ method: 'GET', path, status: 200, milliseconds: 60_000 })
  record({ method: 'BREW', path, status: 405, milliseconds: 500 })
  const lines = (await toText()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      `latchkey_http_requests_total{method="GET",route="${path}",status="200"} 2`,
      `latchkey_http_requests_total{method="other",route="${path}",status="405"} 1`,
      `latchkey_http_request_duration_seconds_bucket{route="${path}",le="0.1"} 0`,
      `latchkey_http_request_duration_seconds_bucket{route="${path}",le="0.25"} 1`,
      `latchkey_http_request_duration_seconds_bucket{route="${path}",le="0.5"} 2`,
      `latchkey_http_request_duration_seconds_bucket{route="${path}",le="10"} 2`,
      `latchkey_http_request_duration_seconds_bucket{route="${path}",le="+Inf"} 3`,
      `latchkey_http_request_duration_seconds_sum{route="${path}"} 60.75`,
      `latchkey_http_request_duration_seconds_count{route="${path}"} 3`,
    ]),
  )
})

test('the listed series of a counter start at zero, and a label may contain any text', async () => {
  const { addCounter, toText } = createMetrics()
  const count = addCounter({ name: 'kit_events_total', help: 'Events.', series: [{ kind: 'a' }, { kind: 'b' }] })
  count({ kind: 'b' })
  count({ kind: 'b' }, 2)
  count({ kind: 'x"\\\n' })
  expect((await toText()).split('\n').filter((line) => line.includes('kit_events_total'))).toEqual([
    '# HELP kit_events_total Events.',
    '# TYPE kit_events_total counter',
    'kit_events_total{kind="a"} 0',
    'kit_events_total{kind="b"} 3',
    'kit_events_total{kind="x\\"\\\\\\n"} 1',
  ])
})

test('limits a counter to 2,000 series', async () => {
  const { addCounter, toText } = createMetrics()
  const count = addCounter({ name: 'kit_events_total', help: 'Events.' })
  for (let one = 0; one < 10_000; one++) count({ kind: String(one) })
  expect((await toText()).match(/^kit_events_total/gm)).toHaveLength(2_000)
})

test('error: leaves out gauges that can’t be read, and serves all others', async () => {
  const { addGauges, toText } = createMetrics()
  const gauge = { help: 'A number.', samples: [{ value: 7 }] }
  addGauges({ name: 'well', read: () => [{ ...gauge, name: 'kit_well' }] })
  addGauges({ name: 'broken', read: () => Promise.reject(new Error('gone')) })
  addGauges({ name: 'stuck', read: () => new Promise(() => undefined) })
  const warnings: unknown[] = []
  const server = await serveMetrics({ port: 0, read: toText, warn: (cause) => warnings.push(cause) })
  const response = await fetch(`${server.url}/metrics`)
  expect((await response.text()).split('\n')).toEqual(
    expect.arrayContaining([
      'kit_well 7',
      'latchkey_collector_up{collector="well"} 1',
      'latchkey_collector_up{collector="broken"} 0',
      'latchkey_collector_up{collector="stuck"} 0',
      expect.stringMatching(/^process_resident_memory_bytes \d+$/),
    ]),
  )
  expect((await fetch(`${server.url}/`)).status).toBe(404)
  expect(warnings).toEqual([])
  await server.stop()
})
