import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createEndpointBook } from './endpoints.js'

const now = (): number => 1_000_000 + performance.now()

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

describe('equivalent servers', () => {
  test('are tried in the listed order, followed by those that lag, failed or serve something else', () => {
    const book = createEndpointBook({ count: 4, maxLag: 5, now })
    expect(book.order()).toEqual([0, 1, 2, 3])
    book.fail(0, 'OTHER', true)
    book.fail(1, 'GONE')
    book.succeed(2, 94)
    book.succeed(3, 100)
    expect(book.order()).toEqual([3, 2, 1, 0])
    expect([0, 1, 2, 3].map((place) => book.read(place).state)).toEqual(['WRONG', 'DOWN', 'BEHIND', 'OK'])
    for (const place of [0, 1, 2]) book.succeed(place, 95)
    expect(book.order()).toEqual([0, 1, 2, 3])
  })

  test('back off exponentially up to a minute, and simultaneous failures count once', () => {
    const book = createEndpointBook({ count: 1, now })
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      for (let requests = 0; requests < 10; requests++) book.fail(0, 'GONE')
      expect(book.read(0)).toMatchObject({ state: 'DOWN', retryAt: now() + seconds * 1_000 })
      vi.advanceTimersByTime(seconds * 1_000 - 1)
      expect(book.isDue(0)).toBe(false)
      vi.advanceTimersByTime(1)
      expect(book.isDue(0)).toBe(true)
    }
    book.succeed(0)
    expect(book.read(0)).toMatchObject({ state: 'OK', retryAt: null, lastFailure: { reason: 'GONE' } })
    book.fail(0, 'GONE')
    expect(book.read(0).retryAt).toBe(now() + 1_000)
  })

  test('are retried after 30 seconds if they serve something else', () => {
    const book = createEndpointBook({ count: 1, now })
    book.fail(0, 'GONE')
    book.fail(0, 'OTHER', true)
    expect(book.read(0)).toMatchObject({ state: 'WRONG', retryAt: now() + 30_000 })
  })

  test('are not excluded by one of three that reports a far greater height', () => {
    const book = createEndpointBook({ count: 3, maxLag: 5, now })
    book.succeed(0, 100)
    book.succeed(1, 101)
    book.succeed(2, 1_000_000)
    expect(book.order()).toEqual([0, 1, 2])
    book.succeed(0, 95)
    expect(book.read(0).state).toBe('BEHIND')
    // the height of a failed server no longer counts
    book.fail(2, 'GONE')
    book.fail(1, 'GONE')
    expect(book.read(0).state).toBe('OK')
  })
})
