import type { CaipNetworkId, Namespace, WalletIdentity } from '@latchkey/core'
import type { Approval } from './approval.js'
import type { BitcoinAccount } from './bitcoinAccounts.js'

export type RelayCall = { readonly method: string; readonly params?: unknown }

export type RelayRequestOptions = {
  /** The chains of the request; it is sent for the first one. */
  readonly chains: readonly [CaipNetworkId, ...CaipNetworkId[]]
  /** Seconds that the wallet has to reply. */
  readonly expiry?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A change in a namespace. */
export type SessionChange = {
  readonly accounts: boolean
  readonly network: boolean
  /** The approved networks or methods. */
  readonly approval: boolean
}

export type SessionEnd = 'deleted' | 'expired' | 'disconnected' | 'replaced'

/** A session with a wallet, between its approval and its end. */
export type LiveSession = {
  readonly topic: string
  readonly wallet: WalletIdentity | undefined
  /** Bitcoin accounts as reported by the wallet. */
  readonly bitcoinAccounts: readonly BitcoinAccount[]
  /** Milliseconds since the epoch. */
  getExpiresAt(): number
  getApproval(): Approval
  /** The wallet's current network in a namespace; undefined if it approved none. */
  getNetworkId(namespace: Namespace): CaipNetworkId | undefined
  /** The addresses on that network, the active one first; none after the end. */
  getAddresses(namespace: Namespace): readonly string[]
  /** Moves to a network that the wallet approved, without asking it. Returns false for any other. */
  moveTo(caipNetworkId: CaipNetworkId): boolean
  /**
   * Sends a request that the wallet has approved. Throws `NOT_APPROVED`, `MULTI_NAMESPACE_REQUEST`, `SESSION_NOT_FOUND`,
   * `SESSION_EXPIRED`, `RELAY_UNREACHABLE`, `TIMED_OUT`, the signal's reason, or the wallet's error.
   */
  request(call: RelayCall, options: RelayRequestOptions): Promise<unknown>
  /** Listens to changes in a namespace, the last of which is the end of the session. Returns a function that stops listening. */
  watch(namespace: Namespace, listener: (change: SessionChange) => void): () => void
  /** Adopts a newer approval of the wallet. */
  update(namespaces: unknown): void
  /** Handles an event of the wallet. Ignores events that it has not approved. */
  handleEvent(params: unknown): void
  getEnd(): SessionEnd | undefined
  /** Ends the session for good: no more requests and events, and pending requests fail. */
  end(reason: SessionEnd): void
}
