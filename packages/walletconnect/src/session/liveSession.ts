import type { CaipNetworkId, Namespace, WalletIdentity } from '@latchkey/core'
import type { Approval } from './approval.js'
import type { BitcoinAccount } from './bitcoinAccounts.js'

export type RelayCall = { readonly method: string; readonly params?: unknown }

export type RelayRequestOptions = {
  /** The chains that the request names; it is sent for the first. */
  readonly chains: readonly [CaipNetworkId, ...CaipNetworkId[]]
  /** Seconds that the wallet has to answer. */
  readonly expiry?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What became different in a chain family: the rest is as before. */
export type SessionChange = {
  readonly accounts: boolean
  readonly network: boolean
  /** The networks that the wallet agreed to, or what it can do there. */
  readonly approval: boolean
}

export type SessionEnd = 'deleted' | 'expired' | 'disconnected' | 'replaced'

/** A session with a wallet, between its approval and its end. */
export type LiveSession = {
  readonly topic: string
  readonly wallet: WalletIdentity | undefined
  /** What the wallet said of its accounts of Bitcoin, where it did. */
  readonly bitcoinAccounts: readonly BitcoinAccount[]
  /** Milliseconds since the epoch. */
  getExpiresAt(): number
  getApproval(): Approval
  /** Where the wallet is: of several chains one is the current. Undefined where it agreed to none of the family. */
  getNetworkId(namespace: Namespace): CaipNetworkId | undefined
  /** The addresses on that network, the active one first. */
  getAddresses(namespace: Namespace): readonly string[]
  /** Goes to a network that the wallet agreed to; nobody is asked. False for any other. */
  moveTo(caipNetworkId: CaipNetworkId): boolean
  /**
   * Asks the wallet, once it is sure that the wallet agreed to it. Throws `NOT_APPROVED`, `MULTI_NAMESPACE_REQUEST`,
   * `SESSION_NOT_FOUND`, `SESSION_EXPIRED`, `RELAY_UNREACHABLE`, `TIMED_OUT`, the reason of the signal, or what the wallet
   * answers.
   */
  request(call: RelayCall, options: RelayRequestOptions): Promise<unknown>
  /** Hears of changes in a chain family. Returns its undoing. */
  watch(namespace: Namespace, listener: (change: SessionChange) => void): () => void
  /** Takes over what the wallet agreed to since. */
  update(namespaces: unknown): void
  /** An event of the wallet. Those that it has not agreed to tell of are dropped. */
  handleEvent(params: unknown): void
  getEnd(): SessionEnd | undefined
  /** Final: nothing is sent or told any more, and what waits for an answer fails. */
  end(reason: SessionEnd): void
}
