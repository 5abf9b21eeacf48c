import { h } from '../frame/approval/h.js'
import { readUnlockMessage, type UnlockMessage } from '../protocol/unlockWindow.js'
import { sayWith } from '../words/say.js'
import { toRefusal, words } from './texts.js'
import { createFactorForm } from './views/factor.js'

/** Milliseconds to wait for the frame's reply. */
const replyTimeout = 30_000

/** Runs the window in which a user unlocks a wallet for the frame that opened it. Their input only goes to that frame. */
function startUnlockPage(window: Window & typeof globalThis): void {
  const { document, location } = window
  const main = document.querySelector('main') ?? document.body
  // undefined if the page was opened directly
  const opener = window.opener as Window | null
  if (!opener || window.top !== window) {
    main.replaceChildren(h('p', {}, words.unlock.nothing))
    return
  }
  const send = (message: UnlockMessage): void => opener.postMessage(message, location.origin)
  let fail: ((cause: Error) => void) | undefined
  const onFactor = (value: string): Promise<void> =>
    new Promise((_, reject) => {
      fail = reject
      window.setTimeout(() => reject(new Error(words.unlock.noReply)), replyTimeout)
      // on success, the frame closes this window
      send({ type: '@latchkey/UNLOCK_TRY', value })
    })
  window.addEventListener('message', (event) => {
    const message = readUnlockMessage(event, { own: location.origin, other: opener })
    if (message?.type === '@latchkey/UNLOCK_FAILED') {
      const { code = '', retryAfter } = message
      fail?.(new Error(toRefusal('seal.unlock', { code, message: message.message, retryAfter })))
    }
    if (message?.type !== '@latchkey/UNLOCK_SHOW') return
    const { origin, passkeys } = message
    const { unlock: button, unlockPasskey: passkeyButton } = words.seal
    main.replaceChildren(
      h('h1', {}, words.unlock.title),
      h('p', {}, ...sayWith(words.unlock.lead, { site: h('bdi', {}, origin) })),
      ...createFactorForm({ button, passkeyButton, passkeys, onFactor }),
    )
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') window.close()
  })
  send({ type: '@latchkey/UNLOCK_READY' })
}

startUnlockPage(window)
