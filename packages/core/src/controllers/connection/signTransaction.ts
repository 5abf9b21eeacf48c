import type { Modal } from '../../modal.js'
import { callFeature, type WalletRequest } from './callFeature.js'

/** Bytes are the serialised transaction of the namespace, e.g. a Solana wire transaction. */
export type SignTransactionRequest = WalletRequest & { readonly transaction: Uint8Array }
export type SignAllTransactionsRequest = WalletRequest & { readonly transactions: readonly Uint8Array[] }

/** Has the connected account sign a transaction without sending it; resolves with the signed bytes. */
export function signTransaction(modal: Modal, request: SignTransactionRequest): Promise<Uint8Array> {
  return callFeature(modal, 'transaction:sign', request)
}

/** The same for several with one consent, in their order. */
export function signAllTransactions(modal: Modal, request: SignAllTransactionsRequest): Promise<readonly Uint8Array[]> {
  return callFeature(modal, 'transaction:signAll', request)
}
