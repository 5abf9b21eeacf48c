import type { ModalState } from '@latchkey/core'
import { useCallback, useEffect, useState } from 'react'
import type { DeferredListeners, UiModal } from '../uiModal.js'
import { afterPaint } from './afterPaint.js'
import { useModalInstance } from './LatchkeyProvider.js'
import { useModalState } from './useModalState.js'

/** False in the first painted frame and true after it, if needed; else always false. */
export function useAfterPaint(isNeeded: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (isNeeded ? afterPaint(() => setPainted(true)) : undefined), [isNeeded])
  return isPainted
}

/**
 * Selects from the state like `useModalState`, but renders a change only after the next frame, for parts that the first frame
 * doesn't need.
 */
export function useModalStateAfterPaint<slice>(select: (state: ModalState) => slice): slice {
  const modal = useModalInstance()
  const watch = useCallback((onChange: () => void) => subscribeAfterPaint(modal, onChange), [modal])
  return useModalState(select, modal, watch)
}

/** Subscribes to the state, but is notified after the frame that shows a change. All subscribers share that frame. */
function subscribeAfterPaint(modal: UiModal, onChange: () => void): () => void {
  modal.ui.deferred ??= deferChanges(modal)
  const { listeners, stop } = modal.ui.deferred
  listeners.add(onChange)
  return () => {
    listeners.delete(onChange)
    if (listeners.size > 0) return
    modal.ui.deferred = undefined
    stop()
  }
}

function deferChanges(modal: UiModal): DeferredListeners {
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

/** Whether the modal is open. Opening and closing only show or hide the rendered dialog; further changes render afterwards. */
export function useIsOpen(): boolean {
  return useModalStateAfterPaint(selectOpen)
}

/** Whether the modal is open or still fades out. Its content must not change while it fades. */
export function useIsVisible(): boolean {
  const modal = useModalInstance()
  const isOpen = useIsOpen()
  const [isVisible, setVisible] = useState(isOpen)
  if (isOpen && !isVisible) setVisible(true)
  useEffect(() => {
    if (isOpen || !isVisible) return undefined
    const dialog = modal.getElement()?.shadowRoot?.querySelector('dialog')
    const hide = (): void => setVisible(false)
    if (dialog) return whenFaded(dialog, hide)
    hide()
    return undefined
  }, [modal, isOpen, isVisible])
  return isOpen || isVisible
}

/** Runs a callback once a dialog that closes, or has closed, has faded out. Returns a function that cancels it. */
export function whenFaded(dialog: HTMLDialogElement, run: () => void): () => void {
  let isCurrent = true
  const wait = (): void => {
    const fades = dialog.getAnimations().map(({ finished }) => finished)
    void Promise.allSettled(fades).then(() => isCurrent && run())
  }
  if (dialog.open) dialog.addEventListener('close', wait, { once: true })
  else wait()
  return () => {
    isCurrent = false
    dialog.removeEventListener('close', wait)
  }
}
