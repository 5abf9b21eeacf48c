import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReadiness } from './readiness.js'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const warn = (): void => undefined

test('reports the failed checks, and warns once while a check keeps failing', async () => {
  const warnings: unknown[] = []
  let isUp = true
  const checks = {
    database: async () => (isUp ? undefined : Promise.reject(new Error('gone'))),
    keys: async () => undefined,
  }
  const { read } = createReadiness({ checks, warn: (cause) => warnings.push(cause) })
  expect(await read()).toEqual({ isReady: true, failed: [] })
  isUp = false
  for (let second = 0; second < 3; second++) {
    vi.advanceTimersByTime(1_000)
    expect(await read()).toEqual({ isReady: false, failed: ['database'] })
  }
  expect(warnings).toEqual([new Error('gone')])
  isUp = true
  vi.advanceTimersByTime(1_000)
  expect(await read()).toEqual({ isReady: true, failed: [] })
})

test('runs the checks at most once a second, even for concurrent reads', async () => {
  let count = 0
  const check = async (): Promise<void> => {
    count++
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { read } = createReadiness({ checks: { check }, warn })
  const readAll = async (): Promise<void> => {
    const all = Promise.all(Array.from({ length: 50 }, read))
    await vi.advanceTimersByTimeAsync(100)
    await all
  }
  await readAll()
  await readAll()
  expect(count).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  await readAll()
  expect(count).toBe(2)
})

test('a check that never ends fails after a deadline and is aborted', async () => {
  let signal: AbortSignal | undefined
  const { read } = createReadiness({
    checks: {
      stuck: (given) => {
        signal = given
        return new Promise(() => undefined)
      },
    },
    warn,
  })
  const reading = read()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await reading).toEqual({ isReady: false, failed: ['stuck'] })
  expect(signal?.aborted).toBe(true)
})

test('reports a stopping server as not ready immediately, even after a successful check', async () => {
  const { read, stop } = createReadiness({ checks: {}, warn })
  expect(await read()).toEqual({ isReady: true, failed: [] })
  stop()
  expect(await read()).toEqual({ isReady: false, failed: ['stopping'] })
})
