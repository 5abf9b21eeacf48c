import type { ConnectorFeatures } from '@latchkey/core'
import type { WalletLink, WalletObserver } from '../connectors/walletLink.js'
import { sendTransaction } from './sendTransaction.js'
import { signMessage, signTransactions } from './sign.js'
import { signIn, signSignIn } from './signIn.js'
import { switchNetwork } from './switchNetwork.js'

/** The features of a wallet of the page. */
export type WalletFeatures = Pick<
  ConnectorFeatures,
  | 'message:sign'
  | 'message:signIn'
  | 'signIn:sign'
  | 'transaction:sign'
  | 'transaction:signAll'
  | 'transaction:send'
  | 'network:switch'
>

export function createWalletFeatures(link: WalletLink, wallet: WalletObserver): WalletFeatures {
  return {
    'message:sign': (request) => signMessage(link, wallet, request),
    'message:signIn': (request) => signIn(link, wallet, request),
    'signIn:sign': (request) => signSignIn(link, wallet, request),
    async 'transaction:sign'({ transaction, ...request }) {
      const [signed = transaction] = await signTransactions(link, wallet, { ...request, transactions: [transaction] })
      return signed
    },
    'transaction:signAll': (request) => signTransactions(link, wallet, request),
    'transaction:send': (request) => sendTransaction(link, wallet, request),
    'network:switch': (request) => switchNetwork(link, wallet, request),
  }
}
