import { prefetchWallets } from '@latchkey/core/controllers'
import { useEffect } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import { readInView } from './readInView.js'

/** Asks for the first wallets of the list, and how many there are. */
export function usePrefetchedWallets(): void {
  const modal = useModalInstance()
  useEffect(() => {
    // the list itself tells what is wrong
    readInView(modal, prefetchWallets(modal))
  }, [modal])
}
