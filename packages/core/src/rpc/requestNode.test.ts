import { array, assert, boolean, integer, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEnv } from '../modal/env.js'
import { createTestClock } from '../testing/createTestClock.js'
import {
  isRetryStatus,
  type RankSample,
  rankDefaults,
  rankEndpoints,
  requestNode,
  rpcDefaults,
  toRetryDelay,
} from './requestNode.js'

const poll = (latency: number, isSuccess = true): RankSample => ({ latency, isSuccess })

test('polls every 4 s and weighs stability 0.7, latency 0.3', () => {
  expect(rankDefaults).toMatchObject({ interval: 4_000, stabilityWeight: 0.7, latencyWeight: 0.3 })
})

test('the faster of two reliable endpoints comes first', () => {
  expect(rankEndpoints([[poll(300)], [poll(20)], [poll(100)]])).toEqual([1, 2, 0])
})

test('a reliable slow endpoint beats a fast one that fails every other time', () => {
  expect(
    rankEndpoints([
      [poll(10), poll(10, false)],
      [poll(900), poll(900)],
    ]),
  ).toEqual([1, 0])
})

test('latency decides if stability hardly differs', () => {
  const almost = [poll(10, false), ...Array.from({ length: 9 }, () => poll(10))]
  expect(rankEndpoints([Array.from({ length: 10 }, () => poll(900)), almost])).toEqual([1, 0])
})

test('a failed poll does not count, however fast it is', () => {
  expect(rankEndpoints([[poll(1, false)], [poll(5000)]])).toEqual([1, 0])
})

test('equal endpoints, and those that were never polled, keep their order', () => {
  expect(rankEndpoints([[], [], []])).toEqual([0, 1, 2])
  expect(rankEndpoints([[poll(50)], [poll(50)]])).toEqual([0, 1])
})

test('old polls no longer count', () => {
  const recovered = [
    ...Array.from({ length: 50 }, () => poll(10, false)),
    ...Array.from({ length: 10 }, () => poll(10)),
  ]
  expect(rankEndpoints([[poll(40)], recovered])).toEqual([1, 0])
})

test('every endpoint is ranked exactly once', () => {
  const samples = array(record({ latency: integer({ min: 0, max: 60_000 }), isSuccess: boolean() }))
  assert(
    property(array(samples), (endpoints) => {
      expect(rankEndpoints(endpoints).toSorted((a, b) => a - b)).toEqual(endpoints.map((_, index) => index))
    }),
  )
})

const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT')

test('defaults to a timeout of 10 s, three retries and batches of up to 1000 requests', () => {
  expect(rpcDefaults).toEqual({ timeout: 10_000, retryCount: 3, retryDelay: 150, batchSize: 1000 })
})

test('doubles the retry delay: 150, 300, 600 ms', () => {
  expect([0, 1, 2].map((attempt) => toRetryDelay({ attempt, now }))).toEqual([150, 300, 600])
})

/** Calls a node that responds with this status. Returns the times of its attempts in milliseconds, and the final status. */
async function ask(status: number): Promise<{ readonly times: readonly number[]; readonly end: number }> {
  const clock = createTestClock()
  const start = clock.now()
  const times: number[] = []
  const fetch = async (): Promise<Response> => {
    times.push(clock.now() - start)
    return new Response('', { status })
  }
  const urls = ['https://node.example'] as const
  const reply = requestNode(createEnv({ ...clock, fetch }), { urls, signal: new AbortController().signal })
  await clock.advance(10_000)
  return { times, end: (await reply).status }
}

test.each([403, 408, 413, 429, 500, 502, 503, 504])(
  '[S9.9] retries after 150, 300 and 600 ms if the node responds with %i',
  async (status) => {
    expect(await ask(status)).toEqual({ times: [0, 150, 450, 1_050], end: status })
  },
)

describe('Retry-After of 60 s', () => {
  /** Asks nodes of which only the free one replies with 200. Returns when each was asked, in milliseconds. */
  async function askAll(...urls: readonly [string, ...string[]]): Promise<readonly string[]> {
    const clock = createTestClock()
    const start = clock.now()
    const asked: string[] = []
    const fetch = async (input: RequestInfo | URL): Promise<Response> => {
      const { host } = new URL(String(input))
      asked.push(`${host} ${clock.now() - start}`)
      return new Response('', { status: host === 'free' ? 200 : 429, headers: { 'Retry-After': '60' } })
    }
    const reply = requestNode(createEnv({ ...clock, fetch }), { urls, signal: new AbortController().signal })
    await clock.advance(200_000)
    await reply
    return asked
  }

  test('does not delay the next node', async () => {
    expect(await askAll('https://a', 'https://free')).toEqual(['a 0', 'free 150'])
  })

  test('delays the node that sent it', async () => {
    expect(await askAll('https://a', 'https://b')).toEqual(['a 0', 'b 150', 'a 60000', 'b 60600'])
    expect(await askAll('https://a')).toEqual(['a 0', 'a 60000', 'a 120000', 'a 180000'])
  })
})

test.each([400, 401, 404, 405])('[S9.9] does not retry if the node responds with %i', async (status) => {
  expect(await ask(status)).toEqual({ times: [0], end: status })
})

test('retries only on 403, 408, 413, 429, 500, 502, 503 and 504', () => {
  const statuses = Array.from({ length: 500 }, (_, index) => index + 100).filter(isRetryStatus)
  expect(statuses).toEqual([403, 408, 413, 429, 500, 502, 503, 504])
})

test.each([
  ['seconds', '2', 2000],
  ['zero seconds', '0', 0],
  ['a date', 'Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
  ['a date that has passed', 'Wed, 21 Oct 2026 07:27:00 GMT', 0],
  ['an invalid text', 'soon', 150],
  ['an empty string', '', 150],
  ['null', null, 150],
])('computes the delay from a Retry-After of %s', (_, retryAfter, delay) => {
  expect(toRetryDelay({ attempt: 0, retryAfter, now })).toBe(delay)
})

test('the delay is never negative, whatever the header contains', () => {
  assert(
    property(string(), integer({ min: 0, max: 10 }), (retryAfter, attempt) => {
      expect(toRetryDelay({ attempt, retryAfter, now })).toBeGreaterThanOrEqual(0)
    }),
  )
})
