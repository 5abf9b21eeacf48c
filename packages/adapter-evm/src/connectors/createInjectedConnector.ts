import { type Connector, createLazyConnector } from '@latchkey/core'
import type { WalletFeatures } from '../features/createWalletFeatures.js'
import { loadWallet } from './loadWallet.js'
import type { InjectedOptions } from './walletLink.js'

const names: readonly (keyof WalletFeatures)[] = [
  'message:sign',
  'typedData:sign',
  'transaction:send',
  'network:switch',
  'calls:send',
  'calls:status',
  'capabilities:read',
]

/** A wallet of the page (EIP-1193). */
export function createInjectedConnector(options: InjectedOptions): Connector {
  const open: Parameters<typeof createLazyConnector>[0]['open'] = async (emit) =>
    (await loadWallet()).openWallet({ ...options, emit })
  return createLazyConnector({ ...options, names, open }).connector
}
