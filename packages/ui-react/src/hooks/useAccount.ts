import { type AccountState, getAccount, type ModalState, type Namespace } from '@latchkey/core'
import { useCallback } from 'react'
import type { UiModal } from '../uiModal.js'
import { useModalState } from './useModalState.js'

export type UseAccountOptions = {
  /** Default: the active namespace. */
  readonly namespace?: Namespace | undefined
  readonly modal?: UiModal | undefined
}

/** The connected account of a namespace, or its absence. */
export function useAccount({ namespace, modal }: UseAccountOptions = {}): AccountState {
  const select = useCallback((state: ModalState) => getAccount(state, namespace), [namespace])
  return useModalState(select, modal)
}
