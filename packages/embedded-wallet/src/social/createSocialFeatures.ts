import { lazily, loadModule } from '@latchkey/core'
import { PopupBlockedError } from '@latchkey/core/plugin'
import type { LoginFeatures } from '../login/loginFeatures.js'
import { isWebView } from './isWebView.js'
import { dropLateLogin } from './leftLogin.js'
import { openPopup } from './openPopup.js'
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
  if (options.result === undefined) dropLateLogin(memory, env)
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
