import { internals, loadModule, type ModalState } from '@latchkey/core'
import { useEffect } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

/** The modal is open, and can pair: without that the list is of no use. */
const selectWanted = ({ modal, connectors }: ModalState): boolean =>
  modal.open && connectors.some(({ type }) => type === 'WALLET_CONNECT')

/** Asks for the wallets of the list that the ways to connect show, beside everything else. */
export function usePrefetchedWallets(): void {
  const modal = useModalInstance()
  const isWanted = useModalState(selectWanted)
  useEffect(() => {
    const { enableWallets, enableWalletConnect } = modal[internals].options
    if (!isWanted || !enableWallets || !enableWalletConnect) return
    loadModule(() => import('./walletVerbs.js'))
      .then(({ prefetchWallets }) => prefetchWallets(modal))
      .catch(() => {
        // the rows come without them; the list itself tells what is wrong
      })
  }, [modal, isWanted])
}
