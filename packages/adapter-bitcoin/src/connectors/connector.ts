import { createLazyConnector, type LazyConnector, loadModule } from '@latchkey/core'
import type { WalletFeatures } from '../features/walletFeatures.js'
import type { ConnectorOptions } from './walletLink.js'

/** What of a wallet each ability needs: any one of these. */
const needs: { readonly [name in keyof WalletFeatures]: readonly (keyof ConnectorOptions['found']['can'])[] } = {
  'message:sign': ['message'],
  'psbt:sign': ['psbt'],
  'transaction:send': ['psbt', 'transfer'],
  'network:switch': ['network'],
}

/** A Bitcoin wallet of the page. */
export function createBitcoinConnector(options: ConnectorOptions): LazyConnector {
  const { meta, found, warn } = options
  return createLazyConnector({
    meta,
    names: (Object.keys(needs) as (keyof WalletFeatures)[]).filter((name) =>
      needs[name].some((need) => found.can[need]),
    ),
    provider: found.target,
    open: async (emit) => (await loadModule(() => import('./wallet.js'))).createWallet({ ...options, emit }),
    warn,
  })
}
