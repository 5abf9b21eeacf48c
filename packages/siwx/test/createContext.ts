import type { Env } from '@latchkey/core'
import { createTestClock, createTestContext, createTestPage, type TestClock, type TestPage } from '@latchkey/testing'
import { onTestFinished } from 'vitest'
import type { SessionsContext } from '../src/sessions/sessions.js'
import { createStorage, type FakeStorage } from './createStorage.js'
import { holding } from './messages.js'

export type ContextOptions = {
  readonly storage?: FakeStorage | null | undefined
  readonly clock?: TestClock | undefined
  readonly fetch?: Env['fetch'] | undefined
}

/** The context for opening sessions, on a separate page. */
export function createContext({ storage = createStorage(), clock = createClock(), fetch }: ContextOptions = {}): {
  readonly context: SessionsContext
  readonly clock: TestClock
  readonly page: TestPage
  readonly warnings: readonly unknown[]
  readonly end: () => void
} {
  const page = Object.assign(createTestPage(), { location: { href: 'https://app.example/shop' } })
  const base = createTestContext({
    page,
    env: {
      now: clock.now,
      setTimeout: clock.setTimeout,
      storage: () => storage,
      fetch: fetch ?? (() => Promise.reject(new TypeError('There is no network here.'))),
    },
  })
  onTestFinished(base.end)
  const { env, signal, warn, warnings, end } = base
  return { context: { env, signal, warn, id: 'latchkey' }, clock, page, warnings, end }
}

/** A clock stopped at a time when the messages of these tests are valid. */
function createClock(): TestClock {
  const clock = createTestClock()
  const ahead = holding - clock.now()
  return { ...clock, now: () => clock.now() + ahead }
}
