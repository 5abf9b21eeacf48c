import type { Env, Network, PluginContext } from '@latchkey/core'

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
  /** Ends the modal that the context belongs to. */
  readonly end: () => void
}

/** Creates the context that a modal passes to a plugin, with a separate page. */
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
      timeZone: () => 'UTC',
      storage: () => null,
      window: () => (page === null ? null : (own as unknown as Window)),
      ...env,
    },
  }
}

/** The context of a modal with default options. */
export const plainContext: Omit<PluginContext, 'env' | 'signal' | 'getNetworks'> = {
  getAdapter: () => undefined,
  setClientId: () => undefined,
  warn: () => undefined, // warnings don't stop a plugin
  log: () => undefined, // as with warnings
  hasLogins: () => true,
  barLogins: () => undefined, // tests of the modal cover it
  getTheme: () => ({ mode: undefined, variables: {} }),
  getLocale: () => undefined,
  showAlert: () => undefined, // alerts are for developers
  options: {
    id: 'latchkey',
    projectId: undefined,
    debug: false,
    enableEIP6963: true,
    enableReconnect: true,
    relayUrl: undefined,
    metadata: undefined,
  },
}

/** The part of a window that adapters use. Add the objects that wallets place there. */
export type TestPage = EventTarget & {
  readonly document: { visibilityState: 'visible' | 'hidden' }
  readonly navigator: { readonly userAgent: string }
  ethereum?: unknown
  [wallet: string]: unknown
  /** Number of listeners. */
  readonly listenerCount: () => number
}

/** Creates a page for tests without a browser. */
export function createTestPage(): TestPage {
  const target = new EventTarget()
  const live = new Map<string, Set<unknown>>()
  const at = (type: string): Set<unknown> => live.get(type) ?? live.set(type, new Set()).get(type) ?? new Set()
  const { addEventListener, removeEventListener } = target
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    const [type, listener, options] = args
    at(type).add(listener)
    addEventListener.apply(target, args)
    // after a garbage collection, Node ends only the target's last listener with a signal
    const signal = typeof options === 'object' ? options.signal : undefined
    signal?.addEventListener('abort', () => target.removeEventListener(type, listener), { once: true })
  }
  target.removeEventListener = (...args: Parameters<EventTarget['removeEventListener']>) => {
    at(args[0]).delete(args[1])
    removeEventListener.apply(target, args)
  }
  const own = {
    document: { visibilityState: 'visible' as const },
    navigator: { userAgent: 'test' },
    listenerCount: () => [...live.values()].reduce((sum, set) => sum + set.size, 0),
  }
  return Object.assign(target, own) as EventTarget & typeof own & Record<string, unknown>
}
