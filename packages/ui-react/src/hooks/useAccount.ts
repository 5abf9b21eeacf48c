import { type AccountState, getAccount, type ModalState, type Namespace } from '@latchkey/core'
import { useCallback, useMemo } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalState } from './useModalState.js'

export type UseAccountOptions = {
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined
  readonly modal?: UiModal | undefined
}

/** The connected account of a namespace, or its absence. */
export function useAccount({ namespace, modal }: UseAccountOptions = {}): AccountState {
  const selectAccount = useCallback(
    (state: ModalState) => {
      const { connectedWalletInfo: _, ...account } = getAccount(state, namespace)
      return account
    },
    [namespace],
  )
  // selected on its own: that of a paired wallet is a new object each time
  const selectWallet = useCallback((state: ModalState) => getAccount(state, namespace).connectedWalletInfo, [namespace])
  const account = useModalState(selectAccount, modal)
  const connectedWalletInfo = useModalState(selectWallet, modal)
  return useMemo(() => ({ ...account, connectedWalletInfo }), [account, connectedWalletInfo])
}
