import type { ModalState } from '@latchkey/core'
import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from './useAfterPaint.js'
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

/** Takes the focus when what had it went with a change of the list: the keyboard goes on from here. */
export function useKeptFocus(list: unknown): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null)
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the list may take the focused node away
  useEffect(() => {
    const document = element.current?.ownerDocument
    const isLost = document?.activeElement === document?.body
    if (!isFirst.current && isLost) element.current?.focus({ preventScroll: true })
    isFirst.current = false
  }, [list])
  return element
}

/**
 * The `ref` of a heading that stands in for the control that was pressed: it gets the focus as it comes, so that its words are
 * read out and Tab goes on from there. Of a view that has just come, the title gets it after all.
 */
export function focusOnMount(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true })
}
