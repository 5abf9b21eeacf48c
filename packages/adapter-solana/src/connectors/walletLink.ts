import type { ConnectorEvents, ConnectorMeta, Env, Network, StandardWallet } from '@latchkey/core'
import type { ChainFeatures } from '../chain/chainFeatures.js'
import type { StandardFeature } from '../parseStandardWallet.js'

export type ConnectorOptions = {
  readonly meta: ConnectorMeta
  readonly wallet: StandardWallet
  /** Those that the wallet had when it registered. */
  readonly features: readonly StandardFeature[]
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** The networks of the modal on Solana. */
  readonly getNetworks: () => readonly Network[]
  readonly loadChain: () => Promise<ChainFeatures>
}

/** What the parts of a connector share, those that are loaded later among them. */
export type WalletLink = ConnectorOptions & {
  /**
   * Calls the method of a feature, which bears the feature's own name, e.g. `signIn` of `solana:signIn`. Asynchronous,
   * so that a wallet that throws rejects.
   */
  call(feature: Exclude<StandardFeature, 'standard:events'>, ...inputs: readonly unknown[]): Promise<unknown>
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
}
