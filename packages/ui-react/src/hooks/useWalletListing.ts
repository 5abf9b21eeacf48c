import type { ModalState, WalletListing } from '@latchkey/core'
import { fetchWalletListing, getWalletListing } from '@latchkey/core/controllers'
import { useCallback, useEffect, useState } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

/** One wallet of the list: from what is known of it, else asked for by its id. Undefined until then, or without an id. */
export function useWalletListing(walletId: string | undefined): WalletListing | undefined {
  const modal = useModalInstance()
  const select = useCallback(
    (_: ModalState) => (walletId === undefined ? undefined : getWalletListing(modal, walletId)),
    [modal, walletId],
  )
  const known = useModalState(select)
  const [fetched, setFetched] = useState<WalletListing>()
  const isMissing = walletId !== undefined && !known

  useEffect(() => {
    if (!isMissing) return undefined
    let isCurrent = true
    fetchWalletListing(modal, { walletId }).then(
      (wallet) => isCurrent && setFetched(wallet),
      () => {
        // any wallet can take the code
      },
    )
    return () => {
      isCurrent = false
    }
  }, [modal, walletId, isMissing])

  return known ?? (fetched?.id === walletId ? fetched : undefined)
}
