import { vi } from 'vitest'

/** Milliseconds. What a test waits for comes from real processes too, on machines that have other things to do. */
const patience = 15_000

const { waitFor } = vi
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patience, ...options })
