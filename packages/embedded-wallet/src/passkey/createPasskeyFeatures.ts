import { isLatchkeyError } from '@latchkey/core'
import { PasskeyUnsupportedError, PopupClosedError } from '@latchkey/core/plugin'
import type { BeginLogin } from '../login/createLogin.js'
import { isWebView, openPopup } from '../social/createSocialFeatures.js'
import type { SocialOptions } from '../social/socialOptions.js'
import type { LoginFeatures } from '../wallet.js'

export type PasskeyFeatures = {
  readonly features: Pick<LoginFeatures, Extract<keyof LoginFeatures, `passkey:${string}`>>
  destroy(): void
}

type PasskeyRequest = Parameters<LoginFeatures['passkey:login']>[0] & { readonly begin: BeginLogin }

/** In milliseconds. */
const timeouts = {
  /** For the user and the frame: a ceremony is valid for five minutes, and its result is checked after that. */
  login: 400_000,
  /** Interval for checking whether the popup was closed. */
  poll: 500,
} as const

/** Logs in with passkeys. They belong to the frame's site, so they are used in the frame or in a popup of that site. */
export function createPasskeyFeatures({
  client,
  context,
  login,
}: Pick<SocialOptions, 'client' | 'context' | 'login'>): PasskeyFeatures {
  const { env, warn } = context
  let popup: Window | undefined
  let isFrameRefused = false

  /** Aborts when the user closes the popup. Returns a function that stops watching. */
  const watch = (own: Window, onClosed: () => void): (() => void) => {
    let stop = (): void => undefined
    const look = (): void => {
      if (own.closed) onClosed()
      else stop = env.setTimeout(look, timeouts.poll)
    }
    look()
    return () => stop()
  }

  const run = async ({ use, signal, begin }: PasskeyRequest, opened?: ReturnType<typeof openPopup>): Promise<void> => {
    const own = new AbortController()
    const onAbort = (): void => own.abort(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    const stop = opened && watch(opened.popup, () => own.abort(new PopupClosedError()))
    try {
      await client.open(own.signal)
      const payload = { use, ...(opened && { popup: opened.id }) }
      await client.call('CONNECT_PASSKEY', payload, { signal: own.signal, timeout: timeouts.login })
      begin('passkey')
    } catch (cause) {
      // the frame has to end the browser's dialog, unless the user has logged in after all
      if (own.signal.aborted) client.reload(() => !login.isIn())
      throw own.signal.aborted ? own.signal.reason : cause
    } finally {
      stop?.()
      signal.removeEventListener('abort', onAbort)
    }
  }

  const logIn = async (request: PasskeyRequest): Promise<void> => {
    const page = env.window()
    if (!page || !('PublicKeyCredential' in page) || isWebView(page)) throw new PasskeyUnsupportedError()
    if (request.use === 'login' && !isFrameRefused && canDelegate(page)) {
      try {
        return await run(request)
      } catch (cause) {
        // the frame needs a popup, which only another click can open
        isFrameRefused = isLatchkeyError(cause) && cause.code === 'POPUP_BLOCKED'
        throw cause
      }
    }
    const opened = openPopup({ client, context }, { window: page, path: '/passkey', width: 420, height: 560 })
    popup = opened.popup
    try {
      await run(request, opened)
    } finally {
      opened.popup.close()
      if (popup === opened.popup) popup = undefined
    }
  }

  return {
    features: {
      'passkey:login': (request) =>
        login.attempt(request.signal, (signal, begin) => logIn({ ...request, signal, begin })),
      'passkey:reopen': () => popup?.focus(),
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

type Policy = { allowsFeature(feature: string): boolean }

/**
 * Whether a frame may use passkeys without a click in it. Only Chromium reports that; Safari wants a click in the frame. Creating one
 * needs such a click everywhere. [WebAuthn §5.1.3, §5.10]
 */
function canDelegate({ document }: Window): boolean {
  const { featurePolicy } = document as Document & { readonly featurePolicy?: Policy }
  return featurePolicy?.allowsFeature('publickey-credentials-get') === true
}
