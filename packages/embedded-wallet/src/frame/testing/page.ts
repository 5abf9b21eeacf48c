// An app page with frame clients, bundled for a real browser.
import type { PluginContext } from '@latchkey/core'
import { createEnv } from '@latchkey/core/plugin'
import { reportTimeout } from '../../createRemote.js'
import { createFrameClient } from '../createFrameClient.js'
import type { FrameClient, FrameClientOptions } from '../frameClient.js'

type Clock = {
  now(): number
  /** Number of pending timers. */
  pending(): number
  setTimeout(run: () => void, ms: number): () => void
  advance(ms: number): void
}

/** A clock that only moves when advanced. */
function createClock(): Clock {
  let time = 1_700_000_000_000
  const timers = new Set<{ readonly due: number; readonly run: () => void }>()
  return {
    now: () => time,
    pending: () => timers.size,
    setTimeout(run: () => void, ms: number) {
      const timer = { due: time + ms, run }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    advance(ms: number) {
      const until = time + ms
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)
        if (!next) break
        timers.delete(next)
        time = next.due
        next.run()
      }
      time = until
    },
  }
}

export type World = {
  readonly clock: Clock
  readonly warnings: unknown[]
  /** Titles of the alerts for the developer. */
  readonly alerts: string[]
  /** Events received by listeners of clients. */
  readonly events: unknown[]
  /** Types of window messages, in order. */
  readonly heard: string[]
  readonly signal: AbortSignal
  /** Outcomes by the name that the test gave them. */
  readonly outcomes: { [name: string]: unknown }
  client: FrameClient
  createClient(options: ClientOptions): FrameClient
  /** Records the outcome of a promise without waiting for it. */
  follow(name: string, promise: Promise<unknown>): void
}

type ClientOptions = Partial<FrameClientOptions> & { readonly url: string; readonly id?: string }

function createWorld(): Omit<World, 'client'> {
  const clock = createClock()
  const warnings: unknown[] = []
  const alerts: string[] = []
  const events: unknown[] = []
  const heard: string[] = []
  const signal = new AbortController().signal
  const outcomes: World['outcomes'] = {}

  addEventListener('message', ({ data }) => void heard.push(String((data as { readonly type?: unknown } | null)?.type)))

  const createClient = (options: ClientOptions): FrameClient => {
    const { id = 'latchkey', ...rest } = options
    const context: PluginContext = {
      env: createEnv({ now: clock.now, setTimeout: clock.setTimeout }),
      signal,
      warn: (cause) => void warnings.push(cause instanceof Error ? cause.message : cause),
      log: () => undefined,
      showAlert: ({ title }) => void alerts.push(title),
      hasLogins: () => true,
      barLogins: () => undefined,
      getLocale: () => undefined,
      getTheme: () => ({ mode: undefined, variables: {} }),
      getNetworks: () => [],
      getAdapter: () => undefined,
      setClientId: () => undefined,
      options: {
        id,
        projectId: 'demo',
        debug: true,
        enableEIP6963: true,
        enableReconnect: true,
        relayUrl: undefined,
        metadata: { name: 'Shop' },
      },
    }
    const client = createFrameClient({
      context,
      projectId: 'demo',
      getChain: () => 'eip155:1',
      getRpcUrl: () => 'https://rpc.example/',
      onTimeout: reportTimeout(context, (reason) => void events.push({ timeout: reason })),
      ...rest,
    })
    for (const event of ['user', 'connected', 'account', 'chain'] as const)
      client.on(event, (data) => void events.push({ [event]: data }))
    client.onCloseRequest(() => void events.push('closeRequest'))
    return client
  }

  return {
    clock,
    warnings,
    alerts,
    events,
    heard,
    signal,
    outcomes,
    createClient,
    follow(name, promise) {
      outcomes[name] = 'waiting'
      promise.then(
        (value) => {
          outcomes[name] = { value }
        },
        (cause: Error & { readonly code?: string; readonly shortMessage?: string; readonly details?: string }) => {
          outcomes[name] = {
            error: cause.code ?? cause.name,
            text: cause.shortMessage ?? cause.message,
            details: cause.details,
          }
        },
      )
    },
  }
}

Object.assign(globalThis, { world: createWorld() })
