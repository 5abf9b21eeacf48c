import { expect, test, vi } from 'vitest'
import { createEnv } from './env.js'

test('window and storage are null without a page', () => {
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('localStorage', undefined)
  const env = createEnv()
  expect([env.window(), env.storage()]).toEqual([null, null])
})

test('storage blocked by the browser throws only when it is accessed', () => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  try {
    const env = createEnv()
    expect(() => env.storage()).toThrow('denied')
  } finally {
    if (descriptor) Object.defineProperty(globalThis, 'localStorage', descriptor)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  }
})

test('uses a fetch that the page wraps later', async () => {
  const env = createEnv()
  const wrapped = vi.fn(async () => new Response('ok'))
  vi.stubGlobal('fetch', wrapped)
  expect(await (await env.fetch('https://example.org')).text()).toBe('ok')
  expect(wrapped).toHaveBeenCalledWith('https://example.org', undefined)
})

test('a timer can be cancelled', () => {
  vi.useFakeTimers()
  try {
    const { setTimeout } = createEnv()
    const runs: string[] = []
    const cancel = setTimeout(() => runs.push('cancelled'), 10)
    setTimeout(() => runs.push('kept'), 10)
    cancel()
    vi.advanceTimersByTime(10)
    expect(runs).toEqual(['kept'])
  } finally {
    vi.useRealTimers()
  }
})

test('uses real time and randomness', () => {
  const env = createEnv()
  expect(Math.abs(env.now() - Date.now())).toBeLessThan(1000)
  expect(env.random(16)).toHaveLength(16)
  expect(env.random(16)).not.toEqual(env.random(16))
})

test('any part can be replaced', () => {
  expect(createEnv({ now: () => 7 }).now()).toBe(7)
})
