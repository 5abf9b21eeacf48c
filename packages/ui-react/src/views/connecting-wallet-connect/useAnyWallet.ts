import type { ConnectorMeta, ModalState, WalletListing } from '@latchkey/core'
import { useModalState } from '../../hooks/useModalState.js'

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
