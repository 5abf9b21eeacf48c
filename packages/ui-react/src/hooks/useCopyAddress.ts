import type { Modal, ToastMessage } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers/shell'
import { useCallback } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'

/** Returns a function that copies an address and shows a notice. */
export function useCopyAddress(): (address: string) => Promise<void> {
  const modal = useModalInstance()
  return useCallback(
    async (address) => {
      // synchronously: browsers allow it only during a user action. Fails without permission or outside a secure context
      const copying = modal.env.window()?.navigator.clipboard?.writeText(address) ?? Promise.reject(new TypeError())
      const isCopied = await copying.then(
        () => true,
        () => false,
      )
      showCopied(modal, isCopied)
    },
    [modal],
  )
}

/** Shows a notice that something was copied or could not be. Default: an address. */
export function showCopied(modal: Modal, isCopied: boolean, copied: ToastMessage = { code: 'ADDRESS_COPIED' }): void {
  showToast(
    modal,
    isCopied ? { variant: 'success', message: copied } : { variant: 'error', message: { code: 'COPY_FAILED' } },
  )
}
