import type { Modal } from '../../modal.js'
import { callFeature, type WalletRequest } from './callFeature.js'

export type SignMessageRequest = WalletRequest & {
  /** Text, or bytes to sign as they are. */
  readonly message: string | Uint8Array
}

/** Has the connected account sign a message; resolves with the signature as the namespace writes it. [S1.1] */
export function signMessage(modal: Modal, request: SignMessageRequest): Promise<string> {
  return callFeature(modal, 'message:sign', request)
}
