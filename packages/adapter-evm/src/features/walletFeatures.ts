import type { Connector } from '@latchkey/core'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { type CallFeatures, createCallFeatures } from './calls.js'
import { createPermissionFeatures, type PermissionFeatures } from './permissions.js'
import { sendTransaction } from './sendTransaction.js'
import { signMessage, signTypedData } from './sign.js'
import { switchNetwork } from './switchNetwork.js'

/** The features of a wallet of the page. */
export type WalletFeatures = CallFeatures &
  PermissionFeatures & {
    readonly [name in 'message:sign' | 'typedData:sign' | 'transaction:send' | 'network:switch']: NonNullable<
      Connector['features'][name]
    >
  }

export function createWalletFeatures(link: WalletLink, wallet: WalletObserver): WalletFeatures {
  return {
    'message:sign': (request) => signMessage(link, wallet, request),
    'typedData:sign': (request) => signTypedData(link, wallet, request),
    'transaction:send': (request) => sendTransaction(link, wallet, request),
    'network:switch': (request) => switchNetwork(link, wallet, request),
    ...createCallFeatures(link, wallet),
    ...createPermissionFeatures(link, wallet),
  }
}
