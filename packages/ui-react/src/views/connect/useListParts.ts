import { internals, loadModule, type ModalState } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../router/ShellContext.js'
import type { ListParts } from './listParts.js'

/** The modal is open, and can pair: without that the list is of no use. */
const selectWanted = ({ modal, connectors }: ModalState): boolean =>
  modal.open && connectors.some(({ type }) => type === 'WALLET_CONNECT')

/** What shows wallets of the list, where the app pairs; asks for those of the first rows as well. */
export function useListParts(): ListParts | undefined {
  const { modal } = useShell()
  const { enableWallets, enableWalletConnect } = modal[internals].options
  const isWanted = useModalState(selectWanted) && enableWallets && enableWalletConnect
  const [parts, setParts] = useState<ListParts>()
  useEffect(() => {
    if (!isWanted) return undefined
    let isCurrent = true
    loadModule(() => import('./listParts.js'))
      .then(({ listParts }) => {
        if (!isCurrent) return undefined
        setParts(listParts)
        return listParts.prefetchWallets(modal)
      })
      .catch(() => {
        // the rows come without the list; the next opening tries again
      })
    return () => {
      isCurrent = false
    }
  }, [modal, isWanted])
  return isWanted ? parts : undefined
}
