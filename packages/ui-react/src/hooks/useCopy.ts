import type { Modal, NoticeCode, ToastMessage } from '@latchkey/core'
import { showToast } from '@latchkey/core/controllers/shell'
import { useCallback } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'

/** Returns a function that copies a text and shows a notice. Default: that of an address. */
export function useCopy(code: NoticeCode = 'ADDRESS_COPIED'): (text: string) => Promise<void> {
  const modal = useModalInstance()
  return useCallback(
    async (text) => {
      // synchronously: browsers allow it only during a user action. Fails without permission or outside a secure context
      const copying = modal.env.window()?.navigator.clipboard?.writeText(text) ?? Promise.reject(new TypeError())
      const isCopied = await copying.then(
        () => true,
        () => false,
      )
      showCopied(modal, isCopied, { code })
    },
    [modal, code],
  )
}

/** Shows a notice that something was copied or could not be. */
export function showCopied(modal: Modal, isCopied: boolean, copied: ToastMessage): void {
  showToast(
    modal,
    isCopied ? { variant: 'success', message: copied } : { variant: 'error', message: { code: 'COPY_FAILED' } },
  )
}
