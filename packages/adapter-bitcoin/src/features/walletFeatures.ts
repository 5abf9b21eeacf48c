import type { Connector } from '@latchkey/core'
import type { Wallet, WalletLink } from '../connectors/walletLink.js'
import { sendTransaction } from './sendTransaction.js'
import { signMessage, signPsbt } from './sign.js'
import { switchNetwork } from './switchNetwork.js'

/** The features of a wallet of the page. */
export type WalletFeatures = {
  readonly [name in 'message:sign' | 'psbt:sign' | 'transaction:send' | 'network:switch']: NonNullable<
    Connector['features'][name]
  >
}

export function createWalletFeatures(link: WalletLink, wallet: Wallet): WalletFeatures {
  return {
    'message:sign': (request) => signMessage(link, wallet, request),
    'psbt:sign': (request) => signPsbt(link, wallet, request),
    'transaction:send': (request) => sendTransaction(link, wallet, request),
    'network:switch': (request) => switchNetwork(link, wallet, request),
  }
}
