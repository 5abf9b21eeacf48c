import { afterEach, vi } from 'vitest'

/** Milliseconds. Tests also wait for real processes, on machines under load. */
const timeout = 15_000

const { waitFor } = vi

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options })

// Pages of unit tests are never idle: they load what the test asks for, not what may come next.
globalThis.requestIdleCallback ??= () => 0
globalThis.cancelIdleCallback ??= () => undefined

// A test that ends leaves its page: what still waits for a frame happens now, and not in a later test.
afterEach(() => {
  if ('dispatchEvent' in globalThis) dispatchEvent(new Event('pagehide'))
})
