import type { ModalState } from '@latchkey/core'
import { useSyncExternalStore } from 'react'
import { useModalInstance } from '../provider/LatchkeyProvider.js'
import type { UiModal } from '../uiModal.js'

/**
 * Reads one thing of the state of a modal: a plain value, or an object that the state itself holds. The least that a button
 * needs; `useModalState` takes selectors that make something new, too.
 */
export function useModalValue<value>(read: (state: ModalState) => value, modal?: UiModal | undefined): value {
  const { subscribe, getState, getInitialState } = useModalInstance(modal)
  return useSyncExternalStore(
    subscribe,
    () => read(getState()),
    () => read(getInitialState()),
  )
}
