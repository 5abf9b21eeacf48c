import type { Env, PluginContext } from '@latchkey/core'
import { plainContext } from '../../plugin/createTestContext.js'
import type { AdapterRig } from './adapterSubject.js'
import { createPage, type Page } from './createPage.js'

/** The environment of an adapter, and the resources that the adapter holds in it. */
export type World = {
  readonly context: PluginContext
  readonly page: Page
  /** Number of pending timers. */
  readonly timers: () => number
  /** Number of requests sent. */
  readonly requests: () => number
  /** Aborts the context's signal, as destroying a modal does. */
  readonly abort: () => void
}

export type WorldOptions = {
  /** Simulates a server. */
  readonly withoutWindow?: boolean | undefined
}

/** Creates an environment for one instance. Time is real. */
export function createWorld(rig: AdapterRig, { withoutWindow = false }: WorldOptions = {}): World {
  const page = createPage(rig.page)
  const controller = new AbortController()
  const timers = new Set<() => void>()
  const storage = new Map<string, string>()
  let requests = 0
  // captured now, because a case may replace the globals to see who calls them
  const { setTimeout, clearTimeout, fetch: realFetch } = globalThis
  const { fetch = realFetch, ...replaced } = rig.env ?? {}
  const env: Env = {
    now: () => Date.now(),
    random: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
    timeZone: () => 'UTC',
    storage: () => ({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    }),
    ...replaced,
    fetch: (input, init) => {
      requests += 1
      return fetch(input, init)
    },
    setTimeout(run, ms) {
      const cancel = (): void => {
        clearTimeout(timer)
        timers.delete(cancel)
      }
      const timer = setTimeout(() => {
        timers.delete(cancel)
        run()
      }, ms)
      timers.add(cancel)
      return cancel
    },
    window: () => (withoutWindow ? null : page.window),
  }
  return {
    context: {
      ...plainContext,
      env,
      signal: controller.signal,
      getNetworks: () => [rig.network],
    },
    page,
    timers: () => timers.size,
    requests: () => requests,
    abort: () => controller.abort(),
  }
}
