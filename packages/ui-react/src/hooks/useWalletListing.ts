import { getWalletListing, internals, type ModalState, type WalletListing } from '@latchkey/core'
import { useCallback, useEffect, useState } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

type ListedWallet = {
  /** Undefined until it is loaded, or without an id; null if the list does not have it. */
  readonly wallet: WalletListing | null | undefined
  /** Tries again; undefined unless the request failed. */
  readonly retry: (() => void) | undefined
}

/** Reads one wallet of the list, and fetches it by its id or reverse domain name if needed. */
export function useWalletListing(walletId: string | undefined, instance?: UiModal | undefined): ListedWallet {
  const modal = useModalInstance(instance)
  const select = useCallback(
    (_: ModalState) => (walletId === undefined ? undefined : getWalletListing(modal, walletId)),
    [modal, walletId],
  )
  const known = useModalState(select, modal)
  const [asked, setAsked] = useState<{ readonly walletId: string; readonly wallet?: WalletListing | null }>()
  const [attempt, setAttempt] = useState(0)
  const isMissing = walletId !== undefined && !known

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (!isMissing) return undefined
    const controller = new AbortController()
    const settle = (result: { readonly wallet?: WalletListing | null }): void => {
      if (!controller.signal.aborted) setAsked({ walletId, ...result })
    }
    const fetch = async (): Promise<void> => {
      const { fetchWalletListing } = await modal[internals].load.wallets()
      settle({ wallet: (await fetchWalletListing(modal, { walletId, signal: controller.signal })) ?? null })
    }
    fetch().catch(() => settle({})) // the view shows the wallet without these details
    return () => controller.abort()
  }, [modal, walletId, isMissing, attempt])

  const answer = asked?.walletId === walletId ? asked : undefined
  const retry = (): void => {
    setAsked(undefined)
    setAttempt(attempt + 1)
  }
  return {
    wallet: known ?? answer?.wallet,
    retry: isMissing && answer && answer.wallet === undefined ? retry : undefined,
  }
}
