import type { Namespace, PluginContext } from '@latchkey/core'
import type { LiveSession } from '../session/liveSession.js'

/** What a provider of a chain family is made of. */
export type FamilyLink = {
  readonly namespace: Namespace
  readonly session: LiveSession
  readonly context: PluginContext
}

/** The wallet of a session in the chain family's own interface. */
export type FamilyProvider = {
  /** For apps: EIP-1193 on EVM, a wallet of the Wallet Standard on Solana and Bitcoin, {@link RelayProvider} elsewhere. */
  readonly provider: unknown
  /** For the adapter: as `provider`, but rejects with named errors. Default: `provider`. */
  readonly inner?: unknown
  /** It tells nothing any more. */
  destroy(): void
}
