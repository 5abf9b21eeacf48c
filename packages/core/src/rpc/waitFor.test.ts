import { describe, expect, test } from 'vitest'
import { createEnv } from '../modal/env.js'
import { createTestClock } from '../testing/createTestClock.js'
import { waitFor } from './wait.js'

function setUp() {
  const clock = createTestClock()
  const controller = new AbortController()
  return { clock, controller, options: { env: createEnv(clock), signal: controller.signal } }
}

const never = new Promise<never>(() => undefined)

describe('waitFor', () => {
  test('settles as the promise does, and leaves no timer behind', async () => {
    const { clock, options } = setUp()
    expect(await waitFor(Promise.resolve(7), { ...options, timeout: 1_000 })).toBe(7)
    await expect(waitFor(Promise.reject(new Error('no')), { ...options, timeout: 1_000 })).rejects.toThrow('no')
    expect(clock.pending()).toBe(0)
  })

  test('error: TIMED_OUT at the deadline', async () => {
    const { clock, options } = setUp()
    const wait = waitFor(never, { ...options, timeout: 1_000 })
    const outcome = expect(wait).rejects.toMatchObject({ code: 'TIMED_OUT' })
    await clock.advance(1_000)
    await outcome
  })

  test('rejects with the reason of the signal, before or while it waits', async () => {
    const { controller, options } = setUp()
    const reason = new Error('Modal closed')
    const wait = waitFor(never, options)
    controller.abort(reason)
    await expect(wait).rejects.toBe(reason)
    await expect(waitFor(Promise.resolve(7), options)).rejects.toBe(reason)
  })
})
