import type { Modal, ToastMessage } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers'

/** Says whether something has been copied: an address, unless `copied` says otherwise. */
export function tellCopied(modal: Modal, isCopied: boolean, copied: ToastMessage = { code: 'ADDRESS_COPIED' }): void {
  showToast(
    modal,
    isCopied ? { variant: 'success', message: copied } : { variant: 'error', message: { code: 'COPY_FAILED' } },
  )
}
