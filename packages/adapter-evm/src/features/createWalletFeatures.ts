import { type Connector, lazily, loadModule } from '@latchkey/core'
import type { CallFeatures } from '../calls/createCallFeatures.js'
import type { Observer } from '../connectors/createWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { sendTransaction } from './sendTransaction.js'
import { signMessage } from './signMessage.js'
import { signTypedData } from './signTypedData.js'
import { switchNetwork } from './switchNetwork.js'

/** The abilities of an injected wallet. */
export type WalletFeatures = CallFeatures & {
  readonly [name in 'message:sign' | 'typedData:sign' | 'transaction:send' | 'network:switch']: NonNullable<
    Connector['features'][name]
  >
}

export function createWalletFeatures(link: WalletLink, wallet: Observer): WalletFeatures {
  const loadCalls = lazily(async () =>
    (await loadModule(() => import('../calls/createCallFeatures.js'))).createCallFeatures(link, wallet),
  )
  return {
    'message:sign': (request) => signMessage(link, wallet, request),
    'typedData:sign': (request) => signTypedData(link, wallet, request),
    'transaction:send': (request) => sendTransaction(link, wallet, request),
    'network:switch': (request) => switchNetwork(link, wallet, request),
    'calls:send': async (request) => (await loadCalls())['calls:send'](request),
    'calls:status': async (request) => (await loadCalls())['calls:status'](request),
    'capabilities:read': async (request) => (await loadCalls())['capabilities:read'](request),
  }
}
