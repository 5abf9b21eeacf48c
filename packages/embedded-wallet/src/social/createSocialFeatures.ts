import { lazily, loadModule } from '@latchkey/core'
import { PopupBlockedError } from '@latchkey/core/plugin'
import type { LoginFeatures } from '../wallet.js'
import { dropExpiredRedirect } from './pendingRedirect.js'
import type { SocialOptions } from './socialOptions.js'

/** Logins at providers and with Farcaster. */
export type SocialFeatures = {
  readonly features: Pick<LoginFeatures, Extract<keyof LoginFeatures, `social:${string}` | `farcaster:${string}`>>
  destroy(): void
}

/** The part that has to be there when a visitor presses: it opens the popup. All else is loaded then. */
export function createSocialFeatures(options: SocialOptions): SocialFeatures {
  const { env, warn } = options.context
  const { memory } = options.client
  // one that was come back to is told to be late
  if (options.result === undefined) dropExpiredRedirect(memory, env)
  const load = lazily(async () => (await loadModule(() => import('./createSocials.js'))).createSocials(options))
  let popup: Window | undefined

  return {
    features: {
      async 'social:login'(request) {
        request.signal.throwIfAborted()
        const page = env.window()
        if (!page) throw new PopupBlockedError({ details: 'There is no page to open it from.' })
        if (isWebView(page)) return (await load()).logInByRedirect(request)
        const id = Array.from(env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
        const own = openPopup({ window: page, origin: options.client.origin, id })
        popup = own
        try {
          const { logInByPopup } = await load()
          await logInByPopup({ ...request, popup: own, id })
        } finally {
          own.close()
          if (popup === own) popup = undefined
        }
      },
      'social:reopen': () => popup?.focus(),
      'social:resume': async (request) => (await load()).resume(request),
      'farcaster:start': async (request) => (await load()).startFarcaster(request),
      'farcaster:wait': async (request) => (await load()).waitForFarcaster(request),
    },
    destroy() {
      try {
        popup?.close()
      } catch (cause) {
        warn(cause) // a window of a page that is gone
      }
    },
  }
}

/** CSS pixels. [S9.16] */
const [width, height] = [600, 800]

export type OpenPopupOptions = {
  readonly window: Window
  /** Of the secure site, whose waiting page comes first. */
  readonly origin: string
  /** By which that page finds its way to the provider where it has lost sight of this one. */
  readonly id: string
}

/**
 * Opens the window of a login, in the middle of the page's own. To be called within a press, before anything is waited for. Throws
 * `POPUP_BLOCKED`. [S4.10]
 */
function openPopup({ window, origin, id }: OpenPopupOptions): Window {
  const { screenX = 0, screenY = 0, outerWidth = width, outerHeight = height } = window
  const left = Math.round(screenX + (outerWidth - width) / 2)
  const top = Math.round(screenY + (outerHeight - height) / 2)
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`
  const popup = window.open(`${origin}/loading?popup=${id}`, '_blank', features)
  if (!popup || popup.closed) throw new PopupBlockedError()
  return popup
}

/** Browsers within apps, by how they call themselves; on Android all of them add `wv`. */
const names = /; wv\)|Telegram|FBA[NV]\/|Instagram|MicroMessenger|\bLine\/|Snapchat/

/** Those of iOS lack the name of the browser that they are made of. */
const bareWebKit = /\((?:iPhone|iPad|iPod).*AppleWebKit(?!.*Safari\/)/

/** Whether the page is shown within another app, where no popup can open, or would take the page's own place. */
export function isWebView(window: Window): boolean {
  const { userAgent } = window.navigator
  return names.test(userAgent) || bareWebKit.test(userAgent) || 'TelegramWebviewProxy' in window
}
