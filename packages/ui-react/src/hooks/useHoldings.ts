import type { ModalState } from '@latchkey/core'
import { watchBalance, watchPortfolio } from '@latchkey/core/controllers/portfolio'
import { useEffect } from 'react'
import { useModalState } from './useModalState.js'
import { useShell } from './useShell.js'

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Keeps the balance and the portfolio up to date while the modal is open. */
export function useHoldings(): void {
  const { modal } = useShell()
  // the view stays mounted while the modal is closed
  const isOpen = useModalState(selectOpen)
  useEffect(() => (isOpen ? watchBalance(modal) : undefined), [modal, isOpen])
  useEffect(() => (isOpen ? watchPortfolio(modal) : undefined), [modal, isOpen])
}
