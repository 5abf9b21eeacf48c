import { detectHost } from './detectHost.js'
import type { Host } from './host.js'

/** What is looked at of a page, wherever it is. */
type Page = Window & {
  readonly ethereum?: unknown
  readonly phantom?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  readonly TelegramWebviewProxy?: unknown
}

/** Where the page runs; a desktop on a server. */
export function readHost(window: Window | null): Host {
  if (!window) return detectHost({ userAgent: '' })
  const page: Page = window
  const { userAgent, maxTouchPoints } = page.navigator
  return detectHost({
    userAgent,
    maxTouchPoints,
    isStandalone: 'standalone' in page.navigator && page.navigator.standalone === true,
    // the script of Telegram alone is on many pages; in the app it was given something to say
    isTelegram: Boolean(page.TelegramWebviewProxy ?? page.Telegram?.WebApp?.initData),
    hasInjectedWallet: Boolean(page.ethereum ?? page.phantom),
    isFramed: (page.parent ?? page) !== page,
  })
}
