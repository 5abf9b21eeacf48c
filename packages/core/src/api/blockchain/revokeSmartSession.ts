import type { Modal } from '../../modal.js'
import { callBlockchain } from './callBlockchain.js'
import { toPathPart } from './toPathPart.js'

export type RevokeSmartSessionRequest = {
  readonly address: string
  readonly pci: string
  readonly signature: string
  readonly signal: AbortSignal
}

/** Takes a permission back: `POST /v1/sessions/{address}/revoke` [S7.21]. */
export async function revokeSmartSession(
  modal: Modal,
  { address, pci, signature, signal }: RevokeSmartSessionRequest,
): Promise<void> {
  const path = `/v1/sessions/${toPathPart(address)}/revoke`
  await callBlockchain(modal, { path, body: { pci, signature }, signal })
}
