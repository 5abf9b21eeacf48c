import type { FrameRect } from '../frameClient.js'
import { applyStyles, clearBackdrop, dialogStyles, frameStyles, toPromptStyles } from './styles.js'

export type FrameDialogOptions = {
  readonly window: Window & typeof globalThis
  readonly id: string
  readonly name: string
  /** A document has loaded: the first one, a replacement, or the browser's error page. */
  readonly onLoad: () => void
  /** The page has removed the frame from the document. */
  readonly onRemoved: () => void
  readonly onCloseRequest: () => void
}

/** The dialog and the frame in it. The frame never moves in the document, as that would reload it. */
export type FrameDialog = {
  /** Replaces the frame by a new one. */
  load(url: string): HTMLIFrameElement
  /** The frame's window, while it is in the page. */
  getWindow(): Window | null
  place(rect: FrameRect | null): void
  /** Shows the frame as a panel of this height: in the middle of the page, or at the bottom of a narrow one. */
  placePrompt(height: number): void
  /** Names the dialog for assistive technology, until it is hidden. */
  setTitle(title: string): void
  remove(): void
}

/** The dialog's name while the frame has not reported a title. */
const untitled = 'Embedded wallet'

/** For the origin of the frame's address alone, so not after a redirect to another. */
const passkeyPermissions = 'publickey-credentials-get; publickey-credentials-create'

/** Creates a separate modal dialog for the frame, above the modal's own dialog, which makes everything else inert. */
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
  dialog.ariaLabel = untitled
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
    dialog.ariaLabel = untitled
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
    // the app decides whether it closes; the browser would close it automatically
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
    // browsers close a dialog on the second attempt, whatever the page does
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
      frame.title = untitled
      // identifies the app to the frame where the browser sends no ancestor origins
      frame.referrerPolicy = 'origin'
      // passkeys belong to the frame's site; it uses them itself where the browser allows that [WebAuthn §5.9]
      frame.allow = passkeyPermissions
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
      applyStyles(dialog, { background: 'transparent' })
      applyStyles(frame, {
        'border-radius': '0',
        inset: 'auto',
        left: `${rect.x}px`,
        top: `${rect.y}px`,
        width: `${rect.width}px`,
        height: `${rect.height}px`,
      })
      isShown = true
      show()
    },
    placePrompt(height) {
      if (!frame) return
      const { panel, background } = toPromptStyles(window, height)
      applyStyles(dialog, { background })
      applyStyles(frame, panel)
      isShown = true
      show()
    },
    setTitle(title) {
      dialog.ariaLabel = title
    },
    remove() {
      hide()
      drop()
      dialog.remove()
    },
  }
}
