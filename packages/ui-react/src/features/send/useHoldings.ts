import { watchBalance, watchPortfolio } from '@latchkey/core/controllers/portfolio'
import { useEffect } from 'react'
import { useIsOpen } from '../../hooks/useAfterPaint.js'
import { useShell } from '../../hooks/useShell.js'

/** Keeps the balance and the portfolio up to date while the modal is open. */
export function useHoldings(): void {
  const { modal } = useShell()
  // the view stays mounted while the modal is closed
  const isOpen = useIsOpen()
  useEffect(() => (isOpen ? watchBalance(modal) : undefined), [modal, isOpen])
  useEffect(() => (isOpen ? watchPortfolio(modal) : undefined), [modal, isOpen])
}
