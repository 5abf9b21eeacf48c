import { createLazyConnector, type LazyConnector, loadModule } from '@latchkey/core'
import type { WalletFeatures } from '../features/walletFeatures.js'
import type { ConnectorOptions } from './walletLink.js'

/** The wallet abilities that each connector feature needs: any one of them. */
const requiredAbilities: {
  readonly [name in keyof WalletFeatures]: readonly (keyof ConnectorOptions['found']['can'])[]
} = {
  'message:sign': ['message'],
  'psbt:sign': ['psbt'],
  'transaction:send': ['psbt', 'transfer'],
  'network:switch': ['network'],
}

/** A connector for a Bitcoin wallet of the page. The code that talks to the wallet is loaded on first use. */
export function createBitcoinConnector(options: ConnectorOptions): LazyConnector {
  const { meta, found, warn } = options
  return createLazyConnector({
    meta,
    names: (Object.keys(requiredAbilities) as (keyof WalletFeatures)[]).filter((name) =>
      requiredAbilities[name].some((ability) => found.can[ability]),
    ),
    provider: found.target,
    open: async (emit) => (await loadModule(() => import('./wallet.js'))).createWallet({ ...options, emit }),
    warn,
  })
}
