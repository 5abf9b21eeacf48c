import type { ConnectorEvents, ConnectorMeta, Env, Network } from '@latchkey/core'
import type { ChainFeatures } from '../chain/createChainFeatures.js'
import type { FoundWallet } from '../foundWallet.js'

export type BitcoinConnectorOptions = {
  readonly meta: ConnectorMeta
  readonly found: FoundWallet
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** The networks of the modal: they say which one an address is of where it could be of several. */
  readonly getNetworks: () => readonly Network[]
  readonly loadChain: () => Promise<ChainFeatures>
}

/** What the parts of a connector share, those that are loaded later among them. */
export type WalletLink = BitcoinConnectorOptions & {
  emit<event extends keyof ConnectorEvents>(event: event, data: ConnectorEvents[event]): void
}
