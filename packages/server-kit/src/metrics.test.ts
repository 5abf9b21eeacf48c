import { expect, test } from 'vitest'
import { createMetrics } from './metrics.js'

test('counts responses by route, method and status, and their durations by route', () => {
  const { record, toText } = createMetrics('kit')
  const path = '/v1/names/{name}'
  record({ method: 'GET', path, status: 200, milliseconds: 250 })
  record({ method: 'GET', path, status: 200, milliseconds: 60_000 })
  record({ method: 'BREW', path, status: 405, milliseconds: 500 })
  const lines = toText().split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      `kit_requests_total{method="GET",path="${path}",status="200"} 2`,
      `kit_requests_total{method="other",path="${path}",status="405"} 1`,
      `kit_request_seconds_bucket{path="${path}",le="0.1"} 0`,
      `kit_request_seconds_bucket{path="${path}",le="0.25"} 1`,
      `kit_request_seconds_bucket{path="${path}",le="0.5"} 2`,
      `kit_request_seconds_bucket{path="${path}",le="10"} 2`,
      `kit_request_seconds_bucket{path="${path}",le="+Inf"} 3`,
      `kit_request_seconds_sum{path="${path}"} 60.75`,
      `kit_request_seconds_count{path="${path}"} 3`,
    ]),
  )
})
