import { language } from '../../words/say.js'
import { createAddressScreen } from '../guest/createAddressScreen.js'
import { type CallVault, createVaultClient } from '../session/client.js'
import { toSentence, words } from '../texts.js'
import type { ApprovalRequest } from './approvalRequest.js'
import { createApprovalScreen } from './createApprovalScreen.js'
import { h } from './h.js'
import { type PopupLook, type PopupMessage, readPopupMessage } from './popup.js'

/** Runs the approval window: requests its content from the frame that opened it, and reports the user's decision. */
function startApprovePage(window: Window & typeof globalThis): void {
  const { document, location } = window
  // undefined if the page was opened directly
  const opener = window.opener as Window | null
  const screen = createApprovalScreen({ window, root: document.body })
  const send = (message: PopupMessage): void => opener?.postMessage(message, location.origin)
  const decide = (isApproved: boolean, email?: string): void => {
    send({ type: '@latchkey/APPROVE_DONE', isApproved, ...(email !== undefined && { email }) })
    window.close()
  }
  if (!opener || window.top !== window) {
    document.body.append(h('p', { class: 'empty' }, words.page.nothing))
    return
  }
  window.addEventListener('message', (event) => {
    const message = readPopupMessage(event, { own: location.origin, other: opener })
    if (message?.type !== '@latchkey/APPROVE_SHOW') return
    applyLook(document.documentElement, message.look)
    const { request } = message
    if ('asksEmail' in request) {
      const onEmail = (email: string): void => decide(true, email)
      createAddressScreen({ window, ...request, onEmail, onCancel: () => decide(false) })
    } else if (request.consent) void approveWithLogin(window, { request, screen, decide, consent: request.consent })
    else screen.show(request, { onApprove: () => decide(true), onReject: () => decide(false) })
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') decide(false)
  })
  send({ type: '@latchkey/APPROVE_READY' })
}

type ConsentOptions = {
  readonly request: ApprovalRequest
  readonly consent: NonNullable<ApprovalRequest['consent']>
  readonly screen: ReturnType<typeof createApprovalScreen>
  readonly decide: (isApproved: boolean) => void
}

/**
 * Approves with this window's own login, because the frame's session was resumed with a token that the app keeps, which doesn't prove the
 * user's identity. A user who isn't logged in here does so once on their wallet page; this window notices when they come back.
 */
async function approveWithLogin(
  window: Window & typeof globalThis,
  { request, consent, screen, decide }: ConsentOptions,
): Promise<void> {
  const { id, digest, project } = consent
  const settings = { project, build: '', now: Date.now() }
  const { call, isConnected } = createVaultClient({ window, settings, namesBuild: false })
  let notice: HTMLElement | undefined
  const open = async (): Promise<void> => {
    try {
      if (!(await isConnected())) return showProblem(words.consent.logIn)
      notice?.remove()
      screen.show(request, { onApprove: () => void approve(call), onReject: () => decide(false) })
    } catch (cause) {
      showProblem(toSentence(cause))
    }
  }
  const approve = async (own: CallVault): Promise<void> => {
    try {
      await own('consent.give', { id, digest })
      decide(true)
    } catch (cause) {
      showProblem(toSentence(cause))
    }
  }

  /** Shows an error and a remedy. */
  function showProblem(text: string): void {
    screen.hide()
    notice?.remove()
    const page = `/account?projectId=${encodeURIComponent(project)}&lang=${language}`
    const reject = h('button', { type: 'button', class: 'button' }, words.screen.reject)
    const again = h('button', { type: 'button', class: 'button' }, words.shared.continue)
    const account = h('button', { type: 'button', class: 'button', 'data-kind': 'primary' }, words.consent.open)
    account.addEventListener('click', () => window.open(page, '_blank', 'noopener'))
    reject.addEventListener('click', () => decide(false))
    again.addEventListener('click', () => void open())
    notice = h(
      'main',
      { class: 'approval' },
      h('header', {}, h('h1', { tabindex: '-1' }, words.consent.title)),
      h(
        'div',
        { class: 'content' },
        h('p', { class: 'lead', role: 'alert' }, text),
        h('p', { class: 'lead' }, words.consent.lead),
        account,
      ),
      h('footer', {}, h('div', { class: 'two' }, reject, again)),
    )
    window.document.body.append(notice)
    notice.querySelector('h1')?.focus()
  }

  window.addEventListener('focus', () => {
    if (notice?.isConnected) void open()
  })
  await open()
}

function applyLook(root: HTMLElement, { theme, accent }: PopupLook): void {
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  if (accent !== '') root.style.setProperty('--accent', accent)
}

startApprovePage(window)
