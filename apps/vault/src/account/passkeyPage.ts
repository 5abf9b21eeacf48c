import { h } from '../frame/approval/h.js'
import { PasskeyError, runCeremony } from '../frame/passkey/runCeremony.js'
import { type PasskeyMessage, readPasskeyMessage } from '../protocol/passkeyWindow.js'
import { createButton } from './elements.js'

type ShowMessage = Extract<PasskeyMessage, { readonly type: '@latchkey/PASSKEY_SHOW' }>

/** In milliseconds: how often the frame is asked what to do, and for how long, as it may still be loading. */
const times = { ask: 200, whole: 60_000 } as const

/**
 * The window that runs a passkey ceremony for a frame, where the browser doesn't in the frame itself. It takes what to sign from a frame of
 * the vault alone, found among the frames of the page that opened it.
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
  const timer = window.setInterval(() => {
    if (performance.now() - started > times.whole || opener.closed) {
      window.clearInterval(timer)
      showLost(main)
      return
    }
    const ready: PasskeyMessage = { type: '@latchkey/PASSKEY_READY', popup }
    // browsers deliver it to pages of this origin alone
    for (const one of listFrames(opener)) one.postMessage(ready, location.origin)
  }, times.ask)

  window.addEventListener('message', (event) => {
    const message = readPasskeyMessage(event, { own: location.origin, popup })
    if (message?.type !== '@latchkey/PASSKEY_SHOW' || frame) return
    window.clearInterval(timer)
    frame = event.source
    void run(message)
  })
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
    const use = purpose === 'sign' ? words.sign : isNew ? words.create : words.login
    const button = createButton(isNew ? 'Create passkey' : 'Use passkey', attempt)
    const cancel = createButton('Cancel', () => window.close(), { tone: 'quiet' })
    main.replaceChildren(
      h('h1', { tabindex: '-1' }, use.title),
      h('p', {}, use.text, h('bdi', {}, origin), '.'),
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

const words = {
  create: {
    title: 'Create your passkey',
    text: 'Your browser offers to create a passkey. From then on, it opens your wallet at ',
  },
  login: { title: 'Log in with your passkey', text: 'Your browser asks for your passkey, to open your wallet at ' },
  sign: {
    title: 'Sign with your passkey',
    text: 'Your browser asks for the passkey of your smart account, to sign what you approved at ',
  },
} as const

function showLost(main: HTMLElement): void {
  main.replaceChildren(
    h('h1', {}, 'Start again in the app'),
    h('p', {}, 'This window has lost its connection to the app, so nothing was done. Close it and try again there.'),
  )
}

startPasskeyPage(window)
