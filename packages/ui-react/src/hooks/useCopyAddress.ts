import type { Modal, ToastMessage } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers/shell'
import { useCallback } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'

/** Copies an address and says so. */
export function useCopyAddress(): (address: string) => Promise<void> {
  const modal = useModalInstance()
  return useCallback(
    async (address) => {
      // at once: browsers let only a press write there. It fails without permission, or outside a secure context
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

/** Says whether something has been copied: an address, unless `copied` says otherwise. */
export function showCopied(modal: Modal, isCopied: boolean, copied: ToastMessage = { code: 'ADDRESS_COPIED' }): void {
  showToast(
    modal,
    isCopied ? { variant: 'success', message: copied } : { variant: 'error', message: { code: 'COPY_FAILED' } },
  )
}
