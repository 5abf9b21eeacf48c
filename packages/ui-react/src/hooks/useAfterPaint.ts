import type { ModalState } from '@latchkey/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { afterPaint } from './afterPaint.js'
import { useModalInstance } from './LatchkeyProvider.js'

/** False in the first painted frame and true after it, if needed; else always false. */
export function useAfterPaint(isNeeded: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (isNeeded ? afterPaint(() => setPainted(true)) : undefined), [isNeeded])
  return isPainted
}

/**
 * Reads a primitive value like `useModalValue`, but a change is rendered only after the next frame: for what the frame that
 * shows the change does not need.
 */
export function useModalValueAfterPaint<value>(read: (state: ModalState) => value): value {
  const { subscribe, getState, getInitialState } = useModalInstance()
  const watch = useCallback(
    (onChange: () => void) => {
      let cancel: (() => void) | undefined
      let last = read(getState())
      const unsubscribe = subscribe((state) => {
        const next = read(state)
        if (Object.is(next, last)) return
        last = next
        cancel?.()
        cancel = afterPaint(onChange)
      })
      return () => {
        cancel?.()
        unsubscribe()
      }
    },
    [subscribe, getState, read],
  )
  return useSyncExternalStore(
    watch,
    () => read(getState()),
    () => read(getInitialState()),
  )
}

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Whether the modal is open. Opening and closing only paint what is there: what follows from them is rendered afterwards. */
export function useIsOpen(): boolean {
  return useModalValueAfterPaint(selectOpen)
}
