import type { Account } from './account.js'
import type { Network } from './network.js'

/** What every request of a feature carries. */
export type FeatureRequest = {
  readonly account: Account
  readonly network: Network
  readonly signal: AbortSignal
}

/** Transactions by namespace. An adapter adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the adapters
export interface Transactions {}

/** Typed data to sign by namespace, where the namespace has such a thing. */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the adapters
export interface TypedDataByNamespace {}

export type Transaction = Transactions[keyof Transactions]
export type TypedData = TypedDataByNamespace[keyof TypedDataByNamespace]

/** Abilities that a connector may have. Packages add theirs by declaration merging. */
export interface ConnectorFeatures {
  /** The signature in the usual text form of the namespace: 0x hex on EVM, base58 on Solana, base64 on Bitcoin. */
  'message:sign': (request: FeatureRequest & { readonly message: string | Uint8Array }) => Promise<string>
  'typedData:sign': (request: FeatureRequest & { readonly typedData: TypedData }) => Promise<string>
  /** Signs and sends; resolves with the hash or id once a node has taken it. */
  'transaction:send': (request: FeatureRequest & { readonly transaction: Transaction }) => Promise<string>
  /** Resolves once the wallet is there, which the connector has checked. Adds the network where the wallet lacks it. */
  'network:switch': (request: { readonly network: Network; readonly signal: AbortSignal }) => Promise<void>
}

/** An amount in atomic units (wei, lamports, sats). */
export type Balance = { readonly value: bigint; readonly decimals: number; readonly symbol: string }

/** Abilities that a chain adapter may have, wallet or no wallet. */
export interface AdapterFeatures {
  /** The native balance. */
  'balance:read': (request: FeatureRequest) => Promise<Balance>
  /** Units of gas or fee that the transaction needs at most. */
  'gas:estimate': (request: FeatureRequest & { readonly transaction: Transaction }) => Promise<bigint>
  /** Hands a signed transaction to the network's nodes; resolves with its hash, also when they have it already. */
  'transaction:broadcast': (request: {
    readonly network: Network
    /** As the nodes take it: 0x hex on EVM. */
    readonly signed: string
    readonly signal: AbortSignal
  }) => Promise<string>
  /** A data URL of the network's mark, or undefined where the adapter has none. */
  'network:image': (request: { readonly network: Network }) => Promise<string | undefined>
}
