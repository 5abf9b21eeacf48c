import type { ModalState, WalletListing } from '@latchkey/core'
import { fetchWalletListing, getWalletListing } from '@latchkey/core/controllers'
import { useCallback, useEffect, useState } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

/**
 * One wallet of the list: from what is known of it, else asked for by its id. Undefined until then, or without an id; null
 * where there is none.
 */
export function useWalletListing(walletId: string | undefined): WalletListing | null | undefined {
  const modal = useModalInstance()
  const select = useCallback(
    (_: ModalState) => (walletId === undefined ? undefined : getWalletListing(modal, walletId)),
    [modal, walletId],
  )
  const known = useModalState(select)
  const [fetched, setFetched] = useState<{ readonly walletId: string; readonly wallet: WalletListing | null }>()
  const isMissing = walletId !== undefined && !known

  useEffect(() => {
    if (!isMissing) return undefined
    const controller = new AbortController()
    const settle = (wallet: WalletListing | null): void => {
      if (!controller.signal.aborted) setFetched({ walletId, wallet })
    }
    fetchWalletListing(modal, { walletId, signal: controller.signal }).then(
      (wallet) => settle(wallet ?? null),
      () => settle(null), // views do without: any wallet can take a code
    )
    return () => controller.abort()
  }, [modal, walletId, isMissing])

  return known ?? (fetched?.walletId === walletId ? fetched?.wallet : undefined)
}
