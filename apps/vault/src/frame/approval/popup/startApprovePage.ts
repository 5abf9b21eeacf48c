import { createApprovalScreen } from '../createApprovalScreen.js'
import { h } from '../h.js'
import { type PopupLook, type PopupMessage, readPopupMessage } from './popupMessage.js'

/** The window of its own: asks the frame that opened it what to show, and tells it what the visitor decided. */
export function startApprovePage(window: Window & typeof globalThis): void {
  const { document, location } = window
  // undefined in a page that was opened by itself
  const opener = window.opener as Window | null
  const screen = createApprovalScreen({ window, root: document.body })
  const tell = (message: PopupMessage): void => opener?.postMessage(message, location.origin)
  const decide = (isApproved: boolean): void => {
    tell({ type: '@latchkey/APPROVE_DONE', isApproved })
    window.close()
  }
  if (!opener || window.top !== window) {
    document.body.append(h('p', { class: 'empty' }, 'There is nothing to approve here. You can close this window.'))
    return
  }
  window.addEventListener('message', (event) => {
    const message = readPopupMessage(event, { own: location.origin, other: opener })
    if (message?.type !== '@latchkey/APPROVE_SHOW') return
    applyLook(document.documentElement, message.look)
    screen.show(message.request, { onApprove: () => decide(true), onReject: () => decide(false) })
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') decide(false)
  })
  tell({ type: '@latchkey/APPROVE_READY' })
}

function applyLook(root: HTMLElement, { theme, accent, dir }: PopupLook): void {
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  if (accent !== '') root.style.setProperty('--accent', accent)
  root.dir = dir
}
