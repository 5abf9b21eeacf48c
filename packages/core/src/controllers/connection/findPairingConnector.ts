import type { Connector } from '../../connector.js'
import { internals, type Modal } from '../../modal.js'

/** The connector that pairs with wallets on other devices; undefined where there is none, or the app has switched it off. */
export function findPairingConnector(modal: Modal): Connector | undefined {
  const { connectors, options } = modal[internals]
  return options.enableWalletConnect
    ? [...connectors.values()].find(({ meta }) => meta.type === 'WALLET_CONNECT')
    : undefined
}
