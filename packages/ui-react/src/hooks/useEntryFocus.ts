import type { ModalState } from '@latchkey/core'
import { type RefObject, useEffect } from 'react'
import { afterPaint } from '../element/afterPaint.js'
import { useModalState } from './useModalState.js'

const selectOpen = (state: ModalState): boolean => state.modal.open

/**
 * Gives a field the focus when its view comes, in place of the title: for views that ask for nothing else. After the next
 * frame, as a dialog that opens takes the focus to its title first.
 */
export function useEntryFocus(field: RefObject<HTMLElement | null>): void {
  // the view of a closed modal stays, unseen
  const isOpen = useModalState(selectOpen)
  useEffect(
    () => (isOpen ? afterPaint(() => field.current?.focus({ preventScroll: true })) : undefined),
    [isOpen, field],
  )
}
