import { internals } from '@latchkey/core'
import { close } from '@latchkey/core/internal'
import { adopt } from '../theme/applyTheme.js'
import type { UiModal } from '../uiModal.js'

/** Where the shell is rendered, and how it is shown and hidden. */
type Surface = { readonly container: HTMLElement; show(): void; hide(): void }

/**
 * The native dialog. Every way to close it goes through the modal, which may refuse. Esc is handled on keydown,
 * because browsers let a second Esc through after a prevented `cancel` event. If the dialog still closes, the store follows.
 */
export function createDialog(shadow: ShadowRoot, modal: UiModal): Surface {
  const document = shadow.ownerDocument
  const dialog = document.createElement('dialog')
  dialog.className = 'modal'
  dialog.setAttribute('part', 'modal')
  dialog.setAttribute('role', 'dialog')
  dialog.setAttribute('aria-labelledby', 'title')
  // inert while closed: some browsers focus it before it is shown, and then lose the element to return the focus to
  dialog.inert = true
  let release: (() => void) | undefined

  const isLocked = (): boolean => {
    const state = modal.getState()
    return [...modal[internals].guards].some((canClose) => !canClose(state))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Esc may end the composition of an input method; Safari reports that end first, and the key as 229
    if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229 || !isOurs(event, dialog)) return
    event.preventDefault()
    close(modal)
  }

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    close(modal)
  })
  dialog.addEventListener('close', () => {
    // the event is one task late: the modal may be open again
    if (dialog.open || !modal.getState().modal.open) return
    if (isLocked()) dialog.showModal()
    else close(modal, { force: true })
  })
  // the click must also start outside: dragging a selection out of the card must not close the modal
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
      dialog.inert = false
      dialog.showModal()
      shadow.getElementById('title')?.focus({ preventScroll: true })
      const unlock = lockScroll(document)
      // on the document, because the focus falls back to the page when a focused button is removed
      document.addEventListener('keydown', onKeyDown, true)
      release = () => {
        unlock()
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

/** Whether a key event is ours: inside the dialog, or on the body while neither the app nor another modal has a modal dialog open. */
function isOurs(event: Event, dialog: HTMLDialogElement): boolean {
  if (event.composedPath().includes(dialog)) return true
  const { ownerDocument: document } = dialog
  const others = [...document.querySelectorAll('latchkey-modal')].map(({ shadowRoot }) => shadowRoot)
  const isOpen = (root: ParentNode | null): boolean => {
    const open = root?.querySelector('dialog:modal')
    return open != null && open !== dialog
  }
  return event.target === document.body && ![document, ...others].some(isOpen)
}

/** The modal inline in the page: always visible, never above anything. */
export function createInline(shadow: ShadowRoot): Surface {
  const container = shadow.ownerDocument.createElement('div')
  container.className = 'modal'
  container.setAttribute('part', 'modal')
  container.setAttribute('role', 'region')
  container.setAttribute('aria-labelledby', 'title')
  return { container, show: () => {}, hide: () => {} }
}

/** Prevents the page from scrolling without changing its attributes or its layout. Returns a function that undoes it. */
function lockScroll(document: Document): () => void {
  const { clientWidth } = document.documentElement
  const hasScrollbar = (document.defaultView?.innerWidth ?? clientWidth) > clientWidth
  return adopt(document, `html{overflow:hidden!important${hasScrollbar ? ';scrollbar-gutter:stable' : ''}}`)
}
