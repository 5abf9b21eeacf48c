import type { PasskeyOptions, PasskeyResponse } from './passkey.js'

/**
 * Why a ceremony gave no passkey. `popup`: the browser allows it only outside of a frame. `blocked`: it opened no window for it. `exists`:
 * the device has one already.
 */
export type PasskeyFailure = 'canceled' | 'expired' | 'popup' | 'blocked' | 'exists' | 'unsupported' | 'failed'

/**
 * Messages between the frame and the window that runs a ceremony for it, both of the vault's origin. The app's page
 * opens that window for a login, the frame itself for a request. The page neither sees nor chooses the challenge: the
 * same passkey may own an account on a chain. `popup`: the id in the window's address, chosen by its opener.
 */
export type PasskeyMessage =
  | { readonly type: '@latchkey/PASSKEY_READY'; readonly popup: string }
  | {
      readonly type: '@latchkey/PASSKEY_SHOW'
      readonly popup: string
      /** Origin of the app's page. */
      readonly origin: string
      readonly options: PasskeyOptions
      /** Default: a login. `sign`: a request that was just approved. `factor`: the second factor. */
      readonly purpose?: 'sign' | 'factor' | undefined
    }
  | { readonly type: '@latchkey/PASSKEY_DONE'; readonly popup: string; readonly response: PasskeyResponse }
  | { readonly type: '@latchkey/PASSKEY_FAILED'; readonly popup: string; readonly failure: PasskeyFailure }

/** Returns a message about this window from another page of the vault; null for any other message. */
export function readPasskeyMessage(
  { data, origin }: MessageEvent,
  { own, popup }: { readonly own: string; readonly popup: string },
): PasskeyMessage | null {
  const isOurs =
    origin === own &&
    typeof data === 'object' &&
    data !== null &&
    /^@latchkey\/PASSKEY_(READY|SHOW|DONE|FAILED)$/.test(data.type) &&
    data.popup === popup
  return isOurs ? (data as PasskeyMessage) : null
}
