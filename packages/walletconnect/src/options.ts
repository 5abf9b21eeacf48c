import type { AppMetadata, CaipNetworkId, Namespace, NetworkInput } from '@latchkey/core'

/** Where the session is kept: a store of JSON values by key. */
export type SessionStorage = {
  getKeys(): Promise<string[]>
  getEntries<value>(): Promise<[string, value][]>
  getItem<value>(key: string): Promise<value | undefined>
  setItem<value>(key: string, value: value): Promise<void>
  removeItem(key: string): Promise<void>
}

/** What wallets are asked to agree to in a chain family, in place of the defaults. */
export type Wish = {
  readonly methods?: readonly string[] | undefined
  readonly events?: readonly string[] | undefined
  /** CAIP-2 ids; those of the modal unless told. */
  readonly chains?: readonly CaipNetworkId[] | undefined
}

export type WalletConnectOptions = {
  /** Names the app to the relay; the modal's unless told. */
  readonly projectId?: string | undefined
  /** `wss:` or `ws:`; `services.relay` of the modal unless told. Nobody's relay is a default. */
  readonly relayUrl?: string | undefined
  /** Networks of chain families that have no adapter here: their accounts can be connected, not more. */
  readonly networks?: readonly NetworkInput[] | undefined
  /** How the app calls itself to wallets; the modal's unless told. */
  readonly metadata?: AppMetadata | undefined
  /** What wallets are asked for, by chain family. */
  readonly wishes?: { readonly [namespace in Namespace]?: Wish | undefined } | undefined
  /** Seconds that a wallet has to answer a request: 300 to 604,800. 300 unless told. [S5.19] */
  readonly requestExpiry?: number | undefined
  /** Where the session is kept; the browser's IndexedDB unless told. */
  readonly storage?: SessionStorage | undefined
}
