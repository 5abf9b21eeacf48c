import type { ConnectorMeta, ModalState, WalletListing } from '@latchkey/core'
import { useModalState } from '../../hooks/useModalState.js'
import { useWalletListing } from '../../hooks/useWalletListing.js'

export type PairedWallet = {
  /** Of the list; absent where any will do, or where it is not known. */
  readonly wallet: WalletListing | undefined
  readonly name: string
  /** Of the connector, where there is no wallet of the list. */
  readonly icon: string | undefined
}

const selectConnector = ({ connectors }: ModalState): ConnectorMeta | undefined =>
  connectors.find(({ type }) => type === 'WALLET_CONNECT')

/** The wallet to pair with, and what stands for it where any will do. */
export function usePairedWallet(walletId: string | undefined): PairedWallet {
  const connector = useModalState(selectConnector)
  // where the list does not have it, or cannot be asked, any wallet can still take the code
  const wallet = useWalletListing(walletId).wallet ?? undefined
  return { wallet, name: wallet?.name ?? connector?.name ?? 'WalletConnect', icon: connector?.icon }
}
