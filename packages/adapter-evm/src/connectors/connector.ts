import { type Connector, createLazyConnector, loadModule } from '@latchkey/core'
import type { WalletFeatures } from '../features/walletFeatures.js'
import type { ConnectorOptions } from './walletLink.js'

const featureNames: readonly (keyof WalletFeatures)[] = [
  'message:sign',
  'typedData:sign',
  'transaction:send',
  'network:switch',
  'calls:send',
  'calls:status',
  'capabilities:read',
  'permissions:request',
  'permissions:list',
  'permissions:revoke',
]

/** A connector for a wallet of the page (EIP-1193). The code that talks to the wallet is loaded on first use. */
export function createInjectedConnector(options: ConnectorOptions): Connector {
  return createLazyConnector({
    ...options,
    names: featureNames,
    open: async (emit) => (await loadModule(() => import('./wallet.js'))).openWallet({ ...options, emit }),
  }).connector
}
