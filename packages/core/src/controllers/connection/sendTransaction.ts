import type { Transaction } from '../../features.js'
import type { Modal } from '../../modal.js'
import { callFeature, type WalletRequest } from './callFeature.js'

export type SendTransactionRequest = WalletRequest & { readonly transaction: Transaction }

/**
 * Has the connected account sign and send a transaction; resolves with its hash once a node has taken it. Never sends
 * twice: a failure after the wallet agreed is reported, not repeated.
 */
export function sendTransaction(modal: Modal, request: SendTransactionRequest): Promise<string> {
  return callFeature(modal, 'transaction:send', request)
}
