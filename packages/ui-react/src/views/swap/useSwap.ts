import type { ModalState, SwapState, SwapWish } from '@latchkey/core'
import { getConnection } from '@latchkey/core/controllers'
import { watchSwap } from '@latchkey/core/internal'
import { useEffect } from 'react'
import { useModalState } from '../../hooks/useModalState.js'
import { useShell } from '../../router/ShellContext.js'

const selectOpen = (state: ModalState): boolean => state.modal.open

/** The swap of the account that is connected on EVM, and of none other. */
function selectSwap(state: ModalState): SwapState | undefined {
  const connection = getConnection(state, 'eip155')
  const { swap } = state
  const isOwn = swap?.address === connection?.accounts[0].address && swap?.caipNetworkId === connection?.caipNetworkId
  return isOwn ? swap : undefined
}

/** The swap, kept up to date while a view shows it. */
export function useSwap(wish?: SwapWish | undefined): SwapState | undefined {
  const { modal } = useShell()
  const isOpen = useModalState(selectOpen)
  useEffect(() => (isOpen ? watchSwap(modal, wish) : undefined), [modal, isOpen, wish])
  return useModalState(selectSwap)
}
