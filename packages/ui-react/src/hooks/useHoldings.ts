import type { ModalState } from '@latchkey/core'
import { watchBalance, watchPortfolio } from '@latchkey/core/controllers/portfolio'
import { useEffect } from 'react'
import { useModalState } from './useModalState.js'
import { useShell } from './useShell.js'

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Keeps what the account holds known, as long as the modal shows it. */
export function useHoldings(): void {
  const { modal } = useShell()
  // the view of a closed modal stays, unseen
  const isOpen = useModalState(selectOpen)
  useEffect(() => (isOpen ? watchBalance(modal) : undefined), [modal, isOpen])
  useEffect(() => (isOpen ? watchPortfolio(modal) : undefined), [modal, isOpen])
}
