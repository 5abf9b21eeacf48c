import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from './afterPaint.js'
import { useIsOpen } from './useAfterPaint.js'

/**
 * Focuses a field instead of the title when its view is shown: for views with a single field. Waits for the next frame,
 * because an opening dialog focuses its title first.
 */
export function useEntryFocus(field: RefObject<HTMLElement | null>): void {
  // the view stays mounted while the modal is closed
  const isOpen = useIsOpen()
  useEffect(
    () => (isOpen ? afterPaint(() => field.current?.focus({ preventScroll: true })) : undefined),
    [isOpen, field],
  )
}

/** Takes the focus when a change of the list removes the focused element, so that the keyboard continues from here. */
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
