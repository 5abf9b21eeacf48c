import type { AppMetadata, ByNamespace, CaipNetworkId, NetworkInput } from '@latchkey/core'

/** Stores the session: JSON values by key. */
export type SessionStorage = {
  getKeys(): Promise<string[]>
  getEntries<value>(): Promise<[string, value][]>
  getItem<value>(key: string): Promise<value | undefined>
  setItem<value>(key: string, value: value): Promise<void>
  removeItem(key: string): Promise<void>
}

/** The methods and events that wallets are asked to approve in a namespace, instead of the defaults. */
export type NamespaceProposal = {
  readonly methods?: readonly string[] | undefined
  readonly events?: readonly string[] | undefined
  /** CAIP-2 ids. Default: the networks of the modal. */
  readonly chains?: readonly CaipNetworkId[] | undefined
}

export type WalletConnectOptions = {
  /** Identifies the app to the relay. Default: the modal's. */
  readonly projectId?: string | undefined
  /** `wss:` or `ws:`. Default: `services.relay` of the modal. No relay is configured by default. */
  readonly relayUrl?: string | undefined
  /** Networks of namespaces without an adapter, whose accounts can be connected. */
  readonly networks?: readonly NetworkInput[] | undefined
  /** How the app appears in wallets. Default: the modal's. */
  readonly metadata?: AppMetadata | undefined
  /** What wallets are asked to approve, by namespace. */
  readonly proposal?: ByNamespace<NamespaceProposal> | undefined
  /** Seconds that a wallet has to reply to a request: 300 to 604,800. Default: 300. [S5.19] */
  readonly requestExpiry?: number | undefined
  /** Stores the session. Default: the browser's IndexedDB. */
  readonly storage?: SessionStorage | undefined
}
