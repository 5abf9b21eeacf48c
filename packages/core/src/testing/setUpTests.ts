import { afterEach, vi } from 'vitest'

/** Milliseconds. Tests also wait for real processes, on machines under load. */
const timeout = 15_000

const { waitFor } = vi

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout, ...options })

// Pages of unit tests are never idle, so they don't prefetch code.
globalThis.requestIdleCallback ??= () => 0
globalThis.cancelIdleCallback ??= () => undefined

// Each test ends by leaving its page, so that work that waits for a frame runs now and not in a later test.
afterEach(() => {
  if ('dispatchEvent' in globalThis) dispatchEvent(new Event('pagehide'))
})
