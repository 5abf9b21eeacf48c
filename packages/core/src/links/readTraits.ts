import type { HostTraits } from './host.js'

/** What is looked at of a page, wherever it is. */
type Page = Window & {
  readonly ethereum?: unknown
  readonly phantom?: unknown
  readonly Telegram?: { readonly WebApp?: { readonly initData?: unknown } }
  readonly TelegramWebviewProxy?: unknown
}

/** What the page's browser says of itself; nothing on a server. */
export function readTraits(window: Window | null): HostTraits {
  if (!window) return { userAgent: '' }
  const page: Page = window
  const { userAgent, maxTouchPoints } = page.navigator
  return {
    userAgent,
    maxTouchPoints,
    isStandalone: 'standalone' in page.navigator && page.navigator.standalone === true,
    // the script of Telegram alone is on many pages; in the app it was given something to say
    isTelegram: Boolean(page.TelegramWebviewProxy ?? page.Telegram?.WebApp?.initData),
    hasInjectedWallet: Boolean(page.ethereum ?? page.phantom),
    isFramed: (page.parent ?? page) !== page,
  }
}
