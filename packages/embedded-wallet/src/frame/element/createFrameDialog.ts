import type { FrameRect } from '../frameClient.js'
import { applyStyles, clearBackdrop, dialogStyles, frameStyles } from './styles.js'

export type FrameDialogOptions = {
  readonly window: Window & typeof globalThis
  readonly id: string
  readonly name: string
  /** A document has come in the frame: the first, another in its place, or the browser's word that none came. */
  readonly onLoad: () => void
  /** The page has taken the frame out. */
  readonly onRemoved: () => void
  readonly onCloseRequest: () => void
}

/** The dialog and the frame in it. The frame is never moved: that would load it anew. */
export type FrameDialog = {
  /** Puts a fresh frame in, in place of the one before. */
  load(url: string): HTMLIFrameElement
  /** The frame's window, while it is in the page. */
  getWindow(): Window | null
  place(rect: FrameRect | null): void
  remove(): void
}

/** A modal dialog of its own, so that the frame stands above the dialog of the modal, which makes all else inert. */
export function createFrameDialog({
  window,
  id,
  name,
  onLoad,
  onRemoved,
  onCloseRequest,
}: FrameDialogOptions): FrameDialog {
  const { document } = window
  const dialog = document.createElement('dialog')
  let frame: HTMLIFrameElement | undefined
  let isShown = false
  let restoreBackdrop: (() => void) | undefined
  dialog.ariaLabel = 'Embedded wallet'
  applyStyles(dialog, dialogStyles)

  const watcher = new window.MutationObserver(() => {
    if (!frame || frame.isConnected) return
    hide()
    drop()
    onRemoved()
  })
  const drop = (): void => {
    frame?.removeEventListener('load', onLoad)
    frame?.remove()
    frame = undefined
    watcher.disconnect()
  }
  const show = (): void => {
    restoreBackdrop ??= clearBackdrop(window, dialog)
    applyStyles(dialog, { display: 'block' })
    if (!dialog.open) dialog.showModal()
  }
  const hide = (): void => {
    isShown = false
    dialog.close()
    applyStyles(dialog, { display: 'none' })
    restoreBackdrop?.()
    restoreBackdrop = undefined
  }
  applyStyles(dialog, { display: 'none' })

  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) onCloseRequest()
  })
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    // whether it closes is for the app to say: a browser would close it by itself
    event.preventDefault()
    event.stopPropagation()
    onCloseRequest()
  })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    onCloseRequest()
  })
  dialog.addEventListener('close', () => {
    if (!isShown) return
    // browsers close at a second wish to leave, whatever the page says
    if (dialog.isConnected) show()
    onCloseRequest()
  })

  return {
    load(url) {
      hide()
      drop()
      frame = document.createElement('iframe')
      frame.id = id
      frame.name = name
      frame.title = 'Embedded wallet'
      // by which a frame knows its app where the browser does not tell it otherwise
      frame.referrerPolicy = 'origin'
      frame.addEventListener('load', onLoad)
      applyStyles(frame, frameStyles)
      frame.src = url
      dialog.append(frame)
      if (!dialog.isConnected) document.body.append(dialog)
      for (const parent of [document.documentElement, document.body, dialog])
        watcher.observe(parent, { childList: true })
      return frame
    },
    getWindow: () => frame?.contentWindow ?? null,
    place(rect) {
      if (!rect || !frame) {
        if (isShown) hide()
        return
      }
      applyStyles(frame, {
        inset: 'auto',
        left: `${rect.x}px`,
        top: `${rect.y}px`,
        width: `${rect.width}px`,
        height: `${rect.height}px`,
      })
      isShown = true
      show()
    },
    remove() {
      hide()
      drop()
      dialog.remove()
    },
  }
}
