import type { WalletNetworks } from '../walletNetworks.js'

/** What the server tells the page of the test wallet. */
export type WalletPageConfig = {
  readonly relayUrl: string
  readonly networks: WalletNetworks
}
