import type { ModalState } from '@latchkey/core'
import { watchBalance, watchPortfolio } from '@latchkey/core/controllers'
import { useEffect } from 'react'
import { useShell } from '../router/ShellContext.js'
import { useModalState } from './useModalState.js'

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Keeps what the account holds known, as long as the modal shows it. */
export function useHoldings(): void {
  const { modal } = useShell()
  // the view of a closed modal stays, unseen
  const isOpen = useModalState(selectOpen)
  useEffect(() => (isOpen ? watchBalance(modal) : undefined), [modal, isOpen])
  useEffect(() => (isOpen ? watchPortfolio(modal) : undefined), [modal, isOpen])
}
