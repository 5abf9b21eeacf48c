import type { TypedData } from '../../features.js'
import type { Modal } from '../../modal.js'
import { callFeature, type WalletRequest } from './callFeature.js'

export type SignTypedDataRequest = WalletRequest & { readonly typedData: TypedData }

/** Has the connected account sign typed data (EIP-712); resolves with the signature. */
export function signTypedData(modal: Modal, request: SignTypedDataRequest): Promise<string> {
  return callFeature(modal, 'typedData:sign', request)
}
