import { showToast } from '@latchkey/core/controllers'
import { useCallback } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'

/** Copies an address and says so. */
export function useCopyAddress(): (address: string) => Promise<void> {
  const modal = useModalInstance()
  return useCallback(
    async (address) => {
      try {
        await modal.env.window()?.navigator.clipboard.writeText(address)
        showToast(modal, { variant: 'success', message: { code: 'ADDRESS_COPIED' } })
      } catch {
        // no permission, or no clipboard outside a secure context
        showToast(modal, { variant: 'error', message: { code: 'COPY_FAILED' } })
      }
    },
    [modal],
  )
}
