import { h } from '../frame/approval/h.js'
import { PasskeyError, runCeremony } from '../frame/passkey/runCeremony.js'
import { type PasskeyMessage, readPasskeyMessage } from '../protocol/passkeyWindow.js'
import { sayWith } from '../words/say.js'
import { createButton } from './elements.js'
import { words } from './texts.js'

type ShowMessage = Extract<PasskeyMessage, { readonly type: '@latchkey/PASSKEY_SHOW' }>

/** Milliseconds: interval of requests to the frame, which may still be loading, and the timeout for its reply. */
const times = { ask: 200, whole: 60_000 } as const

/**
 * Runs the window of a passkey ceremony, for browsers that don't run ceremonies in frames. It only accepts a challenge from a frame of the
 * vault, found among the frames of the page that opened it.
 */
function startPasskeyPage(window: Window & typeof globalThis): void {
  const { document, location } = window
  const main = document.querySelector('main') ?? document.body
  const popup = new URLSearchParams(location.search).get('popup') ?? ''
  // undefined if the page was opened directly, or by a page that is isolated from it
  const opener = window.opener as Window | null
  if (!opener || window.top !== window || popup === '') {
    showLost(main)
    return
  }
  let frame: MessageEventSource | null = null
  const send = (message: PasskeyMessage): void => frame?.postMessage(message, { targetOrigin: location.origin })

  const started = performance.now()
  const ask = (): void => {
    const ready: PasskeyMessage = { type: '@latchkey/PASSKEY_READY', popup }
    // browsers deliver it to pages of this origin alone
    for (const one of listFrames(opener)) one.postMessage(ready, location.origin)
  }
  const timer = window.setInterval(() => {
    if (performance.now() - started <= times.whole && !opener.closed) return ask()
    window.clearInterval(timer)
    showLost(main)
  }, times.ask)

  window.addEventListener('message', (event) => {
    const message = readPasskeyMessage(event, { own: location.origin, popup })
    if (message?.type !== '@latchkey/PASSKEY_SHOW' || frame) return
    window.clearInterval(timer)
    frame = event.source
    void run(message)
  })
  ask()
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') window.close()
  })

  /** Asks at once; if the user cancels, or the browser wants a click in this window first, a button asks again. */
  async function run({ options, origin, purpose }: ShowMessage): Promise<void> {
    const isNew = 'user' in options
    const attempt = async (): Promise<void> => {
      try {
        send({ type: '@latchkey/PASSKEY_DONE', popup, response: await runCeremony({ options }) })
      } catch (cause) {
        const failure = cause instanceof PasskeyError ? cause.reason : 'failed'
        if (failure === 'canceled') throw cause
        send({ type: '@latchkey/PASSKEY_FAILED', popup, failure })
      }
    }
    const texts = words.passkey
    const [title, lead] = ((): readonly [string, string] => {
      if (purpose === 'sign') return [texts.sign, texts.signLead]
      if (purpose === 'factor') return [words.factor.dialog, texts.factorLead]
      return isNew ? [texts.create, texts.createLead] : [texts.login, texts.loginLead]
    })()
    const button = createButton(isNew ? words.common.createPasskey : texts.use, attempt)
    const cancel = createButton(words.common.cancel, () => window.close(), { tone: 'quiet' })
    main.replaceChildren(
      h('h1', { tabindex: '-1' }, title),
      h('p', {}, ...sayWith(lead, { site: h('bdi', {}, origin) })),
      button,
      cancel,
    )
    button.querySelector('button')?.click()
  }
}

/** The frame is the opener itself, for a request, or one of the frames of the app's page. */
function listFrames(opener: Window): readonly Window[] {
  try {
    if (opener.location.origin === window.location.origin) return [opener]
  } catch {
    // a page of another origin
  }
  return Array.from({ length: opener.length }, (_, index) => opener[index]).filter((one) => one !== undefined)
}

function showLost(main: HTMLElement): void {
  main.replaceChildren(h('h1', {}, words.passkey.lost), h('p', {}, words.passkey.lostLead))
}

startPasskeyPage(window)
