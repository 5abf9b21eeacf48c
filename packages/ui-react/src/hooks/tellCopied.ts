import type { Modal } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers'

/** Says whether an address has been copied. */
export function tellCopied(modal: Modal, isCopied: boolean): void {
  showToast(
    modal,
    isCopied
      ? { variant: 'success', message: { code: 'ADDRESS_COPIED' } }
      : { variant: 'error', message: { code: 'COPY_FAILED' } },
  )
}
