import type { Connector, ConnectorEvents, ConnectorMeta, ConnectResult } from '@latchkey/core'
import { createTestContext, type TestContextOptions } from '@latchkey/testing'
import { createInjectedConnector } from '../src/connectors/connector.js'
import type { Eip1193Provider } from '../src/connectors/walletLink.js'
import type { FindTransaction } from '../src/rpc/read.js'

export type SetUpOptions = TestContextOptions & { readonly findTransaction?: FindTransaction | undefined }

export type TestConnector = {
  readonly connector: Connector
  readonly connect: (options?: { readonly silent?: boolean; readonly signal?: AbortSignal }) => Promise<ConnectResult>
  readonly disconnect: () => Promise<void>
  /** Listens like core does once connected. Returns a function that stops listening. */
  readonly listen: () => () => void
  readonly events: readonly (ConnectorEvents['change'] | 'disconnect')[]
  readonly uses: readonly boolean[]
  readonly warnings: readonly unknown[]
}

/** Creates a connector for a provider, and records its events. */
export function setUpConnector(provider: unknown, { findTransaction, ...options }: SetUpOptions = {}): TestConnector {
  const { env, warnings, warn } = createTestContext(options)
  const meta: ConnectorMeta = { id: 'io.test', type: 'ANNOUNCED', name: 'Test', namespaces: ['eip155'] }
  const uses: boolean[] = []
  const connector = createInjectedConnector({
    meta,
    provider: provider as Eip1193Provider,
    env,
    warn,
    onUse: (isUsed) => void uses.push(isUsed),
    findTransaction: findTransaction ?? (async () => null),
  })
  const events: (ConnectorEvents['change'] | 'disconnect')[] = []
  const listen = (): (() => void) => {
    const stops = [
      connector.on('change', (change) => void events.push(change)),
      connector.on('disconnect', () => void events.push('disconnect')),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }
  const connect: TestConnector['connect'] = (options = {}) =>
    connector.connect({ namespace: 'eip155', silent: false, signal: new AbortController().signal, ...options })
  const disconnect = (): Promise<void> =>
    connector.disconnect({ namespace: 'eip155', signal: new AbortController().signal })
  return { connector, connect, disconnect, listen, events, uses, warnings }
}

/** Waits long enough for promises and lazily loaded code. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20))
}
