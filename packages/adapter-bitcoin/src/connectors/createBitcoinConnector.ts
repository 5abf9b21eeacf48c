import { createLazyConnector, type LazyConnector, loadModule } from '@latchkey/core'
import type { WalletFeatures } from '../features/createWalletFeatures.js'
import type { BitcoinConnectorOptions } from './walletLink.js'

/** What of a wallet each ability needs. */
const needs: { readonly [name in keyof WalletFeatures]: keyof BitcoinConnectorOptions['found']['can'] } = {
  'message:sign': 'message',
  'psbt:sign': 'psbt',
  'transaction:send': 'psbt',
  'network:switch': 'network',
}

/** A Bitcoin wallet of the page. */
export function createBitcoinConnector(options: BitcoinConnectorOptions): LazyConnector {
  const { meta, found, warn } = options
  return createLazyConnector({
    meta,
    names: (Object.keys(needs) as (keyof WalletFeatures)[]).filter((name) => found.can[needs[name]]),
    provider: found.target,
    open: async (emit) => (await loadModule(() => import('./createWallet.js'))).createWallet({ ...options, emit }),
    warn,
  })
}
