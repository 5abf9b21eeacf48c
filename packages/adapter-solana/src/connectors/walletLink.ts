import type {
  Account,
  CaipNetworkId,
  ConnectorEvents,
  ConnectorMeta,
  Env,
  Network,
  StandardAccount,
  StandardWallet,
} from '@latchkey/core'
import type { StandardFeature } from '../discovery.js'
import type { ChainFeatures } from '../features/chainFeatures.js'

export type ConnectorOptions = {
  readonly meta: ConnectorMeta
  readonly wallet: StandardWallet
  /** The features that the wallet had when it registered. */
  readonly features: readonly StandardFeature[]
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** The modal's Solana networks. */
  readonly getNetworks: () => readonly Network[]
  readonly loadChain: () => Promise<ChainFeatures>
}

/** Shared by the connector and the wallet's features. */
export type WalletLink = ConnectorOptions & {
  /** Calls the method of a feature, which has the feature's name: `signIn` of `solana:signIn`. Rejects if the wallet throws. */
  call(feature: Exclude<StandardFeature, 'standard:events'>, ...inputs: readonly unknown[]): Promise<unknown>
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
}

/** Adopts what the wallet reported, and notifies listeners of changes. */
export type WalletObserver = {
  observe(seen: { readonly accounts?: readonly WalletAccount[]; readonly caipNetworkId?: CaipNetworkId }): void
}

/** An account of the wallet, read once. */
export type WalletAccount = {
  readonly account: Account
  /** E.g. `solana:mainnet`. */
  readonly chains: readonly string[]
  /** Features that the wallet supports for the account, e.g. `solana:signMessage`. */
  readonly features: readonly string[]
  /** The wallet's own object, which its methods expect. */
  readonly own: StandardAccount
}
