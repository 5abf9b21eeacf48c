import { createLazyConnector, type LazyConnector, loadModule } from '@latchkey/core'
import type { StandardFeature } from '../discovery.js'
import type { WalletFeatures } from '../features/walletFeatures.js'
import type { ConnectorOptions } from './walletLink.js'

/** The wallet features that each connector feature needs: any one of them. */
const requiredFeatures: { readonly [name in keyof WalletFeatures]: readonly StandardFeature[] } = {
  'message:sign': ['solana:signMessage'],
  'message:signIn': ['solana:signIn'],
  'signIn:sign': ['solana:signIn'],
  'transaction:sign': ['solana:signTransaction'],
  'transaction:signAll': ['solana:signTransaction'],
  'transaction:send': ['solana:signAndSendTransaction', 'solana:signTransaction'],
  'network:switch': ['standard:connect'],
}

/** A connector for a wallet of the page (Wallet Standard). The code that talks to the wallet is loaded on first use. */
export function createStandardConnector(options: ConnectorOptions): LazyConnector {
  const { meta, wallet, features, warn } = options
  return createLazyConnector({
    meta,
    names: (Object.keys(requiredFeatures) as (keyof WalletFeatures)[]).filter((name) =>
      requiredFeatures[name].some((feature) => features.includes(feature)),
    ),
    provider: wallet,
    open: async (emit) => (await loadModule(() => import('./wallet.js'))).openWallet({ ...options, emit }),
    warn,
  })
}
