import { lazily, loadModule } from '@latchkey/core'
import { PopupBlockedError } from '@latchkey/core/plugin'
import type { LoginFeatures } from '../wallet.js'
import { dropExpiredRedirect } from './pendingRedirect.js'
import type { SocialOptions } from './socialOptions.js'

/** Social logins and the login with Farcaster. */
export type SocialFeatures = {
  readonly features: Pick<LoginFeatures, Extract<keyof LoginFeatures, `social:${string}` | `farcaster:${string}`>>
  destroy(): void
}

/** Creates the features. Opens popups itself, because that must happen within the user's click; everything else is loaded then. */
export function createSocialFeatures(options: SocialOptions): SocialFeatures {
  const { env, warn } = options.context
  const { login, client } = options
  const { memory } = client
  // for a login with a result, resuming it reports that it has expired
  if (options.result === undefined) dropExpiredRedirect(memory, env)
  const load = lazily(async () => (await loadModule(() => import('./createSocials.js'))).createSocials(options))
  let popup: Window | undefined

  return {
    features: {
      'social:login': (request) =>
        login.attempt(request.signal, async (signal, begin) => {
          const page = env.window()
          if (!page) throw new PopupBlockedError({ details: 'There is no window to open it from.' })
          if (isWebView(page)) return (await load()).logInByRedirect({ ...request, signal })
          const { id, popup: own } = openPopup(options, { window: page, path: '/loading', width: 600, height: 800 })
          popup = own
          try {
            const { logInByPopup } = await load()
            await logInByPopup({ ...request, signal, begin, popup: own, id })
          } finally {
            own.close()
            if (popup === own) popup = undefined
          }
        }),
      'social:reopen': () => popup?.focus(),
      'social:resume': (request) =>
        login.attempt(request.signal, async (signal, begin) => (await load()).resume({ ...request, signal, begin })),
      'farcaster:start': (request) =>
        login.attempt(request.signal, async (signal) => (await load()).startFarcaster({ signal })),
      'farcaster:wait': (request) =>
        login.attempt(request.signal, async (signal, begin) => (await load()).waitForFarcaster({ signal, begin })),
    },
    destroy() {
      try {
        popup?.close()
      } catch (cause) {
        warn(cause) // the popup belongs to a page that is gone
      }
    },
  }
}

type OpenPopupOptions = {
  readonly window: Window
  /** The page of the secure site that loads first. */
  readonly path: string
  /** CSS pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Opens the popup of a login, centered over the page's window; 600 by 800 for a provider [S9.16]. Returns the random id in its address,
 * which ties its page to a request of the frame. Call it within a click, before any await. Throws `POPUP_BLOCKED`. [S4.10]
 */
export function openPopup(
  { client, context }: Pick<SocialOptions, 'client' | 'context'>,
  { window, path, width, height }: OpenPopupOptions,
): { readonly popup: Window; readonly id: string } {
  const id = Array.from(context.env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const { screenX = 0, screenY = 0, outerWidth = width, outerHeight = height } = window
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const language = context.getLocale()
  const query = `?popup=${id}${language ? `&lang=${encodeURIComponent(language)}` : ''}`
  const popup = window.open(`${client.origin}${path}${query}`, '_blank', features)
  if (!popup || popup.closed) throw new PopupBlockedError()
  return { popup, id }
}

/** User agents of in-app browsers. Android web views all add `wv`. */
const names = /; wv\)|Telegram|FBA[NV]\/|Instagram|MicroMessenger|\bLine\/|Snapchat/

/** In-app browsers on iOS lack the name Safari. */
const bareWebKit = /\((?:iPhone|iPad|iPod).*AppleWebKit(?!.*Safari\/)/

/** Whether the page runs in an in-app browser, where a popup can't open or would replace the page. */
export function isWebView(window: Window): boolean {
  const { userAgent } = window.navigator
  return names.test(userAgent) || bareWebKit.test(userAgent) || 'TelegramWebviewProxy' in window
}
