import { internals } from '@latchkey/core'
import { close } from '@latchkey/core/controllers/shell'
import { afterPaint } from '../hooks/useAfterPaint.js'
import { adopt } from '../theme/applyTheme.js'
import type { UiModal } from '../uiModal.js'

/** Where the shell is rendered, and how it comes and goes. */
type Surface = { readonly container: HTMLElement; show(): void; hide(): void }

/**
 * The native dialog. Every way to close it goes through the modal, which may refuse: Esc is handled on keydown, as a
 * refused `cancel` event gives way to a second Esc; whatever still closes the dialog, the store follows.
 */
export function createDialog(shadow: ShadowRoot, modal: UiModal): Surface {
  const document = shadow.ownerDocument
  const dialog = document.createElement('dialog')
  dialog.className = 'modal'
  dialog.setAttribute('part', 'modal')
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  // closed, it takes no focus, which some browsers give it before it is shown and so forget who opened it
  dialog.inert = true
  let release: (() => void) | undefined

  const isLocked = (): boolean => {
    const state = modal.getState()
    return [...modal[internals].guards].some((canClose) => !canClose(state))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOurs(event, dialog)) return
    event.preventDefault()
    close(modal)
  }

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    close(modal)
  })
  dialog.addEventListener('close', () => {
    // the event comes a task later: the modal may have been opened again by then
    if (dialog.open || !modal.getState().modal.open) return
    if (isLocked()) dialog.showModal()
    else close(modal, { force: true })
  })
  // the press has to begin outside as well: dragging a selection out of the card closes nothing
  let isPressOutside = false
  dialog.addEventListener('pointerdown', (event) => {
    isPressOutside = event.target === dialog
  })
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && isPressOutside) close(modal)
  })

  return {
    container: dialog,
    show() {
      if (dialog.open) return
      dialog.setAttribute('closedby', isLocked() ? 'none' : 'closerequest')
      delete dialog.dataset['pinned']
      dialog.inert = false
      dialog.showModal()
      shadow.getElementById('title')?.focus({ preventScroll: true })
      const unlock = lockScroll(document)
      const cancelPin = afterPaint(() => {
        // where it opened is where it stays: what grows, grows downwards, and no row moves under the pointer
        dialog.style.setProperty('--card-top', `${dialog.offsetTop}px`)
        dialog.dataset['pinned'] = ''
      })
      // on the document, as a button that goes away leaves the focus on the page
      document.addEventListener('keydown', onKeyDown, true)
      release = () => {
        unlock()
        cancelPin()
        document.removeEventListener('keydown', onKeyDown, true)
      }
    },
    hide() {
      release?.()
      release = undefined
      if (dialog.open) dialog.close()
      dialog.inert = true
    },
  }
}

/** Pressed inside the dialog, or nowhere while no other modal dialog of the page is open. */
function isOurs(event: Event, dialog: HTMLDialogElement): boolean {
  if (event.composedPath().includes(dialog)) return true
  const { ownerDocument: document } = dialog
  return event.target === document.body && document.querySelector('dialog:modal') === null
}

/** The modal in the page's own flow: always there, never above anything. */
export function createInline(shadow: ShadowRoot): Surface {
  const container = shadow.ownerDocument.createElement('div')
  container.className = 'modal'
  container.setAttribute('part', 'modal')
  container.setAttribute('role', 'region')
  container.setAttribute('aria-labelledby', 'title')
  return { container, show: () => {}, hide: () => {} }
}

/** Keeps the page behind from scrolling, without touching its attributes or moving its content; returns the undo. */
function lockScroll(document: Document): () => void {
  const { clientWidth } = document.documentElement
  const hasScrollbar = (document.defaultView?.innerWidth ?? clientWidth) > clientWidth
  return adopt(document, `html{overflow:hidden!important${hasScrollbar ? ';scrollbar-gutter:stable' : ''}}`)
}
