import { createGuard } from '../../frame/approval/guard.js'
import type { SocialSettings } from './socialAnswer.js'

/** Milliseconds. */
const times = { step: 300, whole: 60_000, lost: 3_000 } as const

type Redirect = { readonly status: string; readonly uri?: string | undefined }

/** Runs a page of a provider login, depending on its settings. */
function startSocialPage(window: Window & typeof globalThis): void {
  const { document } = window
  const settings = JSON.parse(document.querySelector('#settings')?.textContent ?? '{}') as SocialSettings
  if (settings.page === 'loading') void followRedirect(window)
  if (settings.page === 'result') handOver(window, settings)
  if (settings.page === 'ask') guardForm(window)
  if (settings.page === 'done') window.close()
}

/**
 * The page that opened this window redirects it. Cross-origin isolated pages can't: then it polls the site with the id in its address,
 * which that page has chosen. The site only responds if that page opened the window, according to the referrer.
 */
async function followRedirect(window: Window): Promise<void> {
  const { document } = window
  const popup = new URLSearchParams(window.location.search).get('popup') ?? ''
  const from = URL.canParse(document.referrer) ? new URL(document.referrer).origin : undefined
  const isAlone = window.opener === null
  for (let waited = 0; waited < times.whole; waited += times.step) {
    const way = isAlone && popup !== '' ? await fetchRedirect(window, { popup, from }) : undefined
    if (way?.status === 'go' && way.uri !== undefined) {
      window.location.replace(way.uri)
      return
    }
    if (way?.status === 'elsewhere') break
    await new Promise((resolve) => window.setTimeout(resolve, times.step))
  }
  showLost(document)
}

async function fetchRedirect(
  window: Window,
  body: { popup: string; from: string | undefined },
): Promise<Redirect | undefined> {
  try {
    const response = await window.fetch('/social/loading', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return response.ok ? ((await response.json()) as Redirect) : undefined
  } catch {
    return undefined // the next attempt may succeed
  }
}

/** Posts the result to the app's own page, which then closes this window. A window that has lost its opener asks the user. */
function handOver(window: Window, { resultUri, origin }: Extract<SocialSettings, { readonly page: 'result' }>): void {
  const { document } = window
  const opener = window.opener as Window | null
  if (opener) {
    opener.postMessage({ resultUri }, origin)
    window.setTimeout(() => showLost(document), times.lost)
  } else document.querySelector('form')?.submit()
}

/** The button works only once the user can have read the page: visible, focused, and with a pointer at rest. */
function guardForm(window: Window & typeof globalThis): void {
  const { document } = window
  const [form, button] = [document.querySelector('form'), document.querySelector('button')]
  const status = document.getElementById('status')
  if (!form || !button || !status) return
  let isClear = false
  const guard = createGuard({
    window,
    target: button,
    onChange(reason) {
      button.disabled = reason === 'changing' || reason === 'notSeen'
      status.textContent = reason === 'notFocused' ? 'Click anywhere on this page to continue.' : ''
    },
  })
  button.addEventListener('pointerdown', (event) => {
    isClear = guard.canPress(event)
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  button.addEventListener('click', (event) => {
    if (!event.isTrusted) return
    const isKey = event.detail === 0
    void (isKey || isClear ? guard.confirm() : Promise.resolve(false)).then((isGood) => {
      if (isGood) form.submit()
      else status.textContent = 'Review again: this page was just updated.'
    })
  })
}

function showLost(document: Document): void {
  const [lost, wait] = [document.getElementById('lost'), document.getElementById('wait')]
  if (!lost) return
  lost.hidden = false
  if (wait) wait.hidden = true
}

startSocialPage(window)
