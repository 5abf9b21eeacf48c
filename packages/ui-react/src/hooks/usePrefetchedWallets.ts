import { internals } from '@latchkey/core'
import { useEffect } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'
import { readInView } from './useShell.js'

/** Fetches the first wallets of the list, and how many there are. */
export function usePrefetchedWallets(isWanted = true): void {
  const modal = useModalInstance()
  useEffect(() => {
    if (!isWanted) return
    // the list itself shows the error
    readInView(
      modal,
      modal[internals].load.wallets().then(({ prefetchWallets }) => prefetchWallets(modal)),
    )
  }, [modal, isWanted])
}
