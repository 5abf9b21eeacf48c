import { type RefObject, useEffect, useRef } from 'react'

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
