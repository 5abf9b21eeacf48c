import type { ConnectorMeta, Namespace, PluginContext } from '@latchkey/core'
import type { Requester } from '../requests/createRequester.js'
import type { Access } from './createAccess.js'
import type { Connections } from './createConnections.js'

/** What the provider of a chain family is made of. */
export type ProviderOptions = {
  readonly meta: ConnectorMeta
  readonly namespace: Namespace
  readonly context: PluginContext
  readonly places: Connections
  readonly access: Access
  readonly requester: Requester
  /** Ends the login, in all chain families. */
  readonly disconnect: () => Promise<void>
}

/** The wallet in the chain family's own interface: EIP-1193 on EVM, a wallet of the Wallet Standard on Solana. */
export type NamespaceProvider = {
  /** For apps: rejects as its standard says, with numbers as codes. */
  readonly provider: unknown
  /** For the family's adapter: rejects with named faults, and gives up what it has begun when the signal aborts. */
  readonly createInner: (signal: AbortSignal) => unknown
  /** It tells nothing any more. */
  destroy(): void
}
