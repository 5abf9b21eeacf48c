import type { Ask, ConnectorMeta, ModalState, Namespace, ViewName, WalletListing } from '@latchkey/core'
import { startPairing } from '@latchkey/core/controllers/connection'
import { getRoute } from '@latchkey/core/internal'
import { useCallback, useEffect } from 'react'
import { useIsOpen } from '../../hooks/useAfterPaint.js'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../hooks/useShell.js'
import { useWalletListing } from '../../hooks/useWalletListing.js'

type PairingAsk = Extract<Ask, { readonly kind: 'pair' }>

type PairingRequest = {
  readonly walletId?: string | undefined
  readonly namespace?: Namespace | undefined
  /** False while the shown panel needs no code. */
  readonly isNeeded?: boolean | undefined
}

type Pairing = {
  readonly ask: PairingAsk | undefined
  readonly retry: () => void
}

const views: readonly ViewName[] = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']

/** Pairs while the view is shown. Joins a pairing that already runs; core ends it when the view is left. */
export function usePairing({ walletId, namespace, isNeeded = true }: PairingRequest): Pairing {
  const { modal } = useShell()
  // the view stays mounted while the modal fades
  const isOpen = useIsOpen()
  const select = useCallback(
    ({ ask }: ModalState) => (ask?.kind === 'pair' && ask.walletId === walletId ? ask : undefined),
    [walletId],
  )
  const ask = useModalState(select)
  const retry = useCallback(() => {
    startPairing(modal, { walletId, namespace }).catch(() => undefined) // the error is in `ask`
  }, [modal, walletId, namespace])
  useEffect(() => {
    // a view that mounts late must not take the user back
    if (isOpen && isNeeded && views.includes(getRoute(modal.getState()).view)) retry()
  }, [modal, isOpen, isNeeded, retry])

  // retries once the browser is online
  const isOffline = ask?.error?.code === 'RELAY_UNREACHABLE'
  useEffect(() => {
    const window = isOffline ? modal.env.window() : null
    window?.addEventListener('online', retry)
    return () => window?.removeEventListener('online', retry)
  }, [modal, isOffline, retry])
  return { ask, retry }
}

export type PairedWallet = {
  /** From the list; absent for any wallet, or until it is loaded. */
  readonly wallet: WalletListing | undefined
  readonly name: string
  /** Of the connector, if there is no wallet from the list. */
  readonly icon: string | undefined
}

const selectConnector = ({ connectors }: ModalState): ConnectorMeta | undefined =>
  connectors.find(({ type }) => type === 'WALLET_CONNECT')

/** The name and icon to show when any wallet can pair. */
export function useAnyWallet(): PairedWallet {
  const connector = useModalState(selectConnector)
  return { wallet: undefined, name: connector?.name ?? 'WalletConnect', icon: connector?.icon }
}

/** The wallet to pair with. If the list does not have it or fails to load, any wallet can still scan the code. */
export function usePairedWallet(walletId: string): PairedWallet {
  const any = useAnyWallet()
  const wallet = useWalletListing(walletId).wallet ?? undefined
  return wallet ? { ...any, wallet, name: wallet.name } : any
}
