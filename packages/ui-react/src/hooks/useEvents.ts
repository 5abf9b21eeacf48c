import type { ModalEvent, ModalState } from '@latchkey/core'
import type { UiModal } from '../uiModal.js'
import { useModalState } from './useModalState.js'

const selectEvent = (state: ModalState): ModalEvent | undefined => state.event

/** The last thing that happened in the modal. For all of them use `watchEvents` of `@latchkey/core/controllers`. */
export function useEvents(modal?: UiModal | undefined): ModalEvent | undefined {
  return useModalState(selectEvent, modal)
}
