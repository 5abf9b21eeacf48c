import type { Env, Network, PluginContext } from '@latchkey/core'
import { createTestPage, type TestPage } from './createTestPage.js'
import { plainContext } from './plainContext.js'

export type TestContextOptions = {
  readonly page?: TestPage | null | undefined
  readonly env?: Partial<Env> | undefined
  readonly enableEIP6963?: boolean | undefined
  /** The networks of the plugin's namespace. */
  readonly networks?: readonly Network[] | undefined
}

export type TestContext = PluginContext & {
  readonly page: TestPage
  readonly warnings: readonly unknown[]
  /** Ends the modal that the context stands for. */
  readonly end: () => void
}

/** What a modal gives to a plugin, with a page of its own. */
export function createTestContext({
  page,
  env,
  enableEIP6963 = true,
  networks = [],
}: TestContextOptions = {}): TestContext {
  const own = page ?? createTestPage()
  const warnings: unknown[] = []
  const controller = new AbortController()
  return {
    page: own,
    warnings,
    end: () => controller.abort(),
    signal: controller.signal,
    ...plainContext,
    warn: (cause) => void warnings.push(cause),
    getNetworks: () => networks,
    options: { ...plainContext.options, enableEIP6963 },
    env: {
      fetch: (input, init) => fetch(input, init),
      now: () => Date.now(),
      setTimeout: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      storage: () => null,
      window: () => (page === null ? null : (own as unknown as Window)),
      ...env,
    },
  }
}
