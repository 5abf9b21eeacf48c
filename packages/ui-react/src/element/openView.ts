import type { OpenRequest, SentTransfer } from '@latchkey/core'
import { open } from '@latchkey/core/controllers'
import { loadLater } from '../loadLater.js'
import type { UiModal } from '../uiModal.js'

/** See `UiModal.open`: a transfer that the app fills in is waited for, nothing else is. */
export async function openView(modal: UiModal, request?: OpenRequest): Promise<SentTransfer | undefined> {
  if (request?.view !== 'WalletSend' || !request.arguments) {
    open(modal, request)
    return undefined
  }
  const { requestSend } = await loadLater()
  return requestSend(modal, { ...request, view: 'WalletSend', arguments: request.arguments })
}
