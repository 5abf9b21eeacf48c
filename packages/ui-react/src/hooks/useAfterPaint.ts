import type { ModalState } from '@latchkey/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { LateListeners, UiModal } from '../uiModal.js'
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
  const modal = useModalInstance()
  return useSyncExternalStore(
    useCallback((onChange) => subscribeAfterPaint(modal, onChange), [modal]),
    () => read(modal.getState()),
    () => read(modal.getInitialState()),
  )
}

/** Subscribes to the state like `subscribe`, but is told of changes after the frame that shows them. All share one such frame. */
function subscribeAfterPaint(modal: UiModal, onChange: () => void): () => void {
  modal.ui.late ??= watchAfterPaint(modal)
  const { listeners, stop } = modal.ui.late
  listeners.add(onChange)
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    modal.ui.late = undefined
    stop()
  }
}

function watchAfterPaint(modal: UiModal): LateListeners {
  const listeners = new Set<() => void>()
  let cancel: (() => void) | undefined
  const unsubscribe = modal.subscribe(() => {
    cancel ??= afterPaint(() => {
      cancel = undefined
      for (const listener of [...listeners]) listener()
    })
  })
  const stop = (): void => {
    cancel?.()
    unsubscribe()
  }
  return { listeners, stop }
}

const selectOpen = (state: ModalState): boolean => state.modal.open

/** Whether the modal is open. Opening and closing only paint what is there: what follows from them is rendered afterwards. */
export function useIsOpen(): boolean {
  return useModalValueAfterPaint(selectOpen)
}
