type TelegramPage = Window & {
  readonly Telegram?: { readonly WebApp?: { readonly openLink?: unknown } }
}

/**
 * Inside of Telegram its own bridge hands an address to the system, which a link of the page does not. False where there is
 * no such bridge or the link is no address: the browser has to follow it.
 */
export function followInTelegram(window: Window, href: string): boolean {
  const app = (window as TelegramPage).Telegram?.WebApp
  if (!href.startsWith('https:') || typeof app?.openLink !== 'function') return false
  app.openLink(href)
  return true
}
