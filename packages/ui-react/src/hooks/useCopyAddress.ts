import { useCallback } from 'react'
import { loadLater } from '../loadLater.js'
import { useModalInstance } from '../provider/LatchkeyProvider.js'

/** Copies an address and says so. */
export function useCopyAddress(): (address: string) => Promise<void> {
  const modal = useModalInstance()
  return useCallback(
    async (address) => {
      // at once: browsers let only a press write there. It fails without permission, or outside a secure context
      const copying = modal.env.window()?.navigator.clipboard?.writeText(address) ?? Promise.reject(new TypeError())
      const isCopied = copying.then(
        () => true,
        () => false,
      )
      // what tells of it may not be there: it is copied all the same
      await loadLater()
        .then(async (later) => later.tellCopied(modal, await isCopied))
        .catch(() => undefined)
    },
    [modal],
  )
}
