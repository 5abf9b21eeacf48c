import type { SocialSettings } from './socialSettings.js'

/** Milliseconds. */
const times = { step: 300, whole: 60_000, patience: 3_000 } as const

type Way = { readonly status: string; readonly uri?: string | undefined }

/** Runs a page of a login by another provider, as its settings say. */
export function startSocialPage(window: Window): void {
  const { document } = window
  const settings = JSON.parse(document.querySelector('#settings')?.textContent ?? '{}') as SocialSettings
  if (settings.page === 'loading') void findWay(window)
  if (settings.page === 'result') tellOpener(window, settings)
  if (settings.page === 'done') window.close()
}

/**
 * What opened this window tells it where to go. Pages that isolate themselves cannot: then it asks the site by what is in its address,
 * which that page has chosen.
 */
async function findWay(window: Window): Promise<void> {
  const popup = new URLSearchParams(window.location.search).get('popup') ?? ''
  const isAlone = window.opener === null
  for (let waited = 0; waited < times.whole; waited += times.step) {
    const way = isAlone && popup !== '' ? await ask(window, popup) : undefined
    if (way?.status === 'go' && way.uri !== undefined) {
      window.location.replace(way.uri)
      return
    }
    await new Promise((resolve) => window.setTimeout(resolve, times.step))
  }
  show(window, 'lost')
}

async function ask(window: Window, popup: string): Promise<Way | undefined> {
  try {
    const response = await window.fetch('/social/loading', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ popup }),
    })
    return response.ok ? ((await response.json()) as Way) : undefined
  } catch {
    return undefined // the next try may get through
  }
}

/** To the app's own page only. It closes this window when it has heard; where nobody does, the visitor is asked. */
function tellOpener(window: Window, { resultUri, origin }: Extract<SocialSettings, { readonly page: 'result' }>): void {
  const opener = window.opener as Window | null
  opener?.postMessage({ resultUri }, origin)
  window.setTimeout(() => show(window, 'ask'), opener ? times.patience : 0)
}

function show({ document }: Window, name: 'ask' | 'lost'): void {
  const [shown, hidden] = [document.getElementById(name), document.getElementById('wait')]
  if (!shown) return
  shown.hidden = false
  if (hidden) hidden.hidden = true
}
