import { useEffect, useState } from 'react'
import { useModalInstance } from './LatchkeyProvider.js'
import { useIsOpen } from './useAfterPaint.js'

/** Whether the modal is open or still fades out. What the user sees doesn't change while it fades. */
export function useIsSeen(): boolean {
  const modal = useModalInstance()
  const isOpen = useIsOpen()
  const [isSeen, setSeen] = useState(isOpen)
  if (isOpen && !isSeen) setSeen(true)
  useEffect(() => {
    if (isOpen || !isSeen) return undefined
    const dialog = modal.getElement()?.shadowRoot?.querySelector('dialog')
    const hide = (): void => setSeen(false)
    if (dialog) return whenFaded(dialog, hide)
    hide()
    return undefined
  }, [modal, isOpen, isSeen])
  return isOpen || isSeen
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
