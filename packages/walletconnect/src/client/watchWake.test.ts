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

test('tells when the page is seen, online, or back from the cache', () => {
  const { page, wakes } = watch()
  for (const name of ['visibilitychange', 'online', 'pageshow']) page.dispatchEvent(new Event(name))
  expect(wakes).toEqual([{ isStale: false }, { isStale: false }, { isStale: false }])
})

test('a page that is hidden is not back', () => {
  const { page, wakes } = watch()
  page.document.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(wakes).toEqual([])
})

test('[F22] after a sleep that no event told of, the next pulse tells', async () => {
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

test('a page that stood still for long may have a dead socket', async () => {
  const { clock, page, wakes } = watch()
  await clock.advance(90_001)
  page.dispatchEvent(new Event('visibilitychange'))
  page.dispatchEvent(new Event('pageshow'))
  expect(wakes).toEqual([{ isStale: true }, { isStale: false }])
})

test('leaves no listener behind', async () => {
  const { clock, page, wakes, stop, pulse } = watch()
  stop()
  await clock.advance(1_000_000)
  pulse()
  page.dispatchEvent(new Event('online'))
  expect(wakes).toEqual([])
  expect(page.listenerCount()).toBe(0)
})
