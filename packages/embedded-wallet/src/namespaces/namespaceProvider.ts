import type { ConnectorListeners, ConnectorMeta, Namespace, PluginContext } from '@latchkey/core'
import type { Requester } from '../requests/createRequester.js'
import type { Access } from './createAccess.js'
import type { Connections } from './createConnections.js'

/** Options of a namespace's provider. */
export type ProviderOptions = {
  readonly meta: ConnectorMeta
  readonly namespace: Namespace
  readonly context: PluginContext
  readonly connections: Connections
  readonly access: Access
  readonly requester: Requester
  readonly emit: ConnectorListeners['emit']
  /** Ends the login in all namespaces. */
  readonly disconnect: () => Promise<void>
}

/** The wallet in the namespace's own interface: EIP-1193 on EVM, Wallet Standard on Solana and Bitcoin. */
export type NamespaceProvider = {
  /** For apps. Rejects as the standard says, with numeric codes. */
  readonly provider: unknown
  /** For the namespace's adapter. Rejects with named errors, and cancels requests when the signal aborts. */
  readonly createInner: (signal: AbortSignal) => unknown
  /** Stops all events. */
  destroy(): void
}
