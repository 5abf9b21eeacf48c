import { createTestClock, createTestContext, createTestPage } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { type Wake, watchWake } from './watchWake.js'

function watch() {
  const clock = createTestClock()
  const page = createTestPage()
  const { env } = createTestContext({ page, env: clock })
  const wakes: Wake[] = []
  let pulse: () => void = () => undefined
  const stop = watchWake(
    {
      env,
      onPulse(run) {
        pulse = run
        return () => {
          pulse = () => undefined
        }
      },
    },
    (wake) => wakes.push(wake),
  )
  return { clock, page, wakes, stop, pulse: () => pulse() }
}

test('reports when the page becomes visible, goes online or returns from the back-forward cache', () => {
  const { page, wakes } = watch()
  for (const name of ['visibilitychange', 'online', 'pageshow']) page.dispatchEvent(new Event(name))
  expect(wakes).toEqual([{ isStale: false }, { isStale: false }, { isStale: false }])
})

test('does not report a page that becomes hidden', () => {
  const { page, wakes } = watch()
  page.document.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(wakes).toEqual([])
})

test('[F22] reports a sleep without any event at the next pulse, once', async () => {
  const { clock, wakes, pulse } = watch()
  for (let beat = 0; beat < 20; beat++) {
    await clock.advance(60_000)
    pulse()
  }
  expect(wakes).toEqual([])
  await clock.advance(8 * 3_600_000)
  pulse()
  pulse()
  expect(wakes).toEqual([{ isStale: true }])
})

test('reports a wake as stale after a long pause', async () => {
  const { clock, page, wakes } = watch()
  await clock.advance(90_001)
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('pageshow'))
  expect(wakes).toEqual([{ isStale: true }, { isStale: false }])
})

test('removes all listeners when stopped', async () => {
  const { clock, page, wakes, stop, pulse } = watch()
  stop()
  await clock.advance(1_000_000)
  pulse()
  page.dispatchEvent(new Event('online'))
  expect(wakes).toEqual([])
  expect(page.listenerCount()).toBe(0)
})
