import { internals, type ModalState } from '@latchkey/core'
import { useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { usePart } from '../../hooks/usePart.js'
import { useShell } from '../../router/ShellContext.js'
import type { ListParts } from './listParts.js'

/** The modal is open, and can pair: without that the list is of no use. */
const selectWanted = ({ modal, connectors }: ModalState): boolean =>
  modal.open && connectors.some(({ type }) => type === 'WALLET_CONNECT')

const load = () => import('./listParts.js')

/** What shows wallets of the list, where the app pairs; asks for those of the first rows as well. */
export function useListParts(): ListParts | undefined {
  const { modal } = useShell()
  const { enableWallets, enableWalletConnect } = modal[internals].options
  const isWanted = useModalState(selectWanted) && enableWallets && enableWalletConnect
  // the rows come without the list where it cannot be loaded
  const parts = usePart(load, isWanted)?.listParts
  useEffect(() => {
    // never rejects while the modal lives: the list itself tells what is wrong
    if (isWanted) void parts?.prefetchWallets(modal)
  }, [modal, parts, isWanted])
  return parts
}
