import type { Ask, ConnectorMeta, ModalState, Namespace, ViewName, WalletListing } from '@latchkey/core'
import { startPairing } from '@latchkey/core/controllers/connection'
import { getRoute } from '@latchkey/core/internal'
import { useCallback, useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'
import { useWalletListing } from '../../hooks/useWalletListing.js'

type PairingAsk = Extract<Ask, { readonly kind: 'pair' }>

type PairingRequest = {
  readonly walletId?: string | undefined
  readonly namespace?: Namespace | undefined
  /** Off while what is shown needs no code. */
  readonly isNeeded?: boolean | undefined
}

type Pairing = {
  readonly ask: PairingAsk | undefined
  readonly retry: () => void
}

const views: readonly ViewName[] = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Pairs while the view is shown. It joins what runs already, and core ends it when the view is left. */
export function usePairing({ walletId, namespace, isNeeded = true }: PairingRequest): Pairing {
  const { modal } = useShell()
  // the view of a closed modal stays while it fades
  const isOpen = useModalState(selectOpen)
  const select = useCallback(
    ({ ask }: ModalState) => (ask?.kind === 'pair' && ask.walletId === walletId ? ask : undefined),
    [walletId],
  )
  const ask = useModalState(select)
  const retry = useCallback(() => void startPairing(modal, { walletId, namespace }), [modal, walletId, namespace])
  useEffect(() => {
    // a view that comes late does not take the visitor back from where they have gone since
    if (isOpen && isNeeded && views.includes(getRoute(modal.getState()).view)) retry()
  }, [modal, isOpen, isNeeded, retry])

  // what failed for want of a network goes on with it
  const isOffline = ask?.error?.code === 'RELAY_UNREACHABLE'
  useEffect(() => {
    const window = isOffline ? modal.env.window() : null
    window?.addEventListener('online', retry)
    return () => window?.removeEventListener('online', retry)
  }, [modal, isOffline, retry])
  return { ask, retry }
}

export type PairedWallet = {
  /** Of the list; absent where any will do, or where it is not known. */
  readonly wallet: WalletListing | undefined
  readonly name: string
  /** Of the connector, where there is no wallet of the list. */
  readonly icon: string | undefined
}

const selectConnector = ({ connectors }: ModalState): ConnectorMeta | undefined =>
  connectors.find(({ type }) => type === 'WALLET_CONNECT')

/** What stands for the wallet to pair with where any will do. */
export function useAnyWallet(): PairedWallet {
  const connector = useModalState(selectConnector)
  return { wallet: undefined, name: connector?.name ?? 'WalletConnect', icon: connector?.icon }
}

/** The wallet to pair with. Where the list does not have it, or cannot be asked, any wallet can still take the code. */
export function usePairedWallet(walletId: string): PairedWallet {
  const any = useAnyWallet()
  const wallet = useWalletListing(walletId).wallet ?? undefined
  return wallet ? { ...any, wallet, name: wallet.name } : any
}
