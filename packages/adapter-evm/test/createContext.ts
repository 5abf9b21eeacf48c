import type { Env, Network, PluginContext } from '@latchkey/core'
import { createPage, type Page } from './createPage.js'

export type ContextOptions = {
  readonly page?: Page | null | undefined
  readonly env?: Partial<Env> | undefined
  readonly enableEIP6963?: boolean | undefined
}

export type TestContext = PluginContext & {
  readonly page: Page
  readonly warnings: readonly unknown[]
  /** Ends the modal that the context stands for. */
  readonly end: () => void
}

/** What a modal gives to a plugin, with a page of its own. */
export function createContext({ page, env, enableEIP6963 = true }: ContextOptions = {}): TestContext {
  const own = page ?? createPage()
  const warnings: unknown[] = []
  const controller = new AbortController()
  return {
    page: own,
    warnings,
    end: () => controller.abort(),
    signal: controller.signal,
    warn: (cause) => void warnings.push(cause),
    getNetworks: () => [],
    options: { projectId: undefined, enableEIP6963 },
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

export function createNetwork(id: number, ...urls: readonly string[]): Network {
  return {
    id,
    name: `Chain ${id}`,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: urls } },
  }
}
