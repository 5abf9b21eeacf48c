import type { PasskeyOptions, PasskeyResponse } from '../../protocol/passkey.js'
import { type PasskeyMessage, readPasskeyMessage } from '../../protocol/passkeyWindow.js'
import { PasskeyError } from './runCeremony.js'

type WindowCeremony = {
  /** The frame. */
  readonly window: Window
  /** Origin of the page around the frame. */
  readonly origin: string
  /** The id in the address of the window. */
  readonly popup: string
  readonly options: PasskeyOptions
  /** Default: a login. `sign`: a request that was just approved. `factor`: the second factor. */
  readonly purpose?: 'sign' | 'factor' | undefined
  readonly signal: AbortSignal
}

/**
 * Waits for the window with this id, and passes custody's options to that window only. Throws a `PasskeyError`, or the
 * signal's reason.
 */
export function runInWindow({
  window,
  origin,
  popup,
  options,
  purpose,
  signal,
}: WindowCeremony): Promise<PasskeyResponse> {
  const { origin: own } = window.location
  const ended = new AbortController()
  const running = new Promise<PasskeyResponse>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal })
    window.addEventListener(
      'message',
      (event) => {
        const message = readPasskeyMessage(event, { own, popup })
        if (message?.type === '@latchkey/PASSKEY_READY') {
          const show: PasskeyMessage = { type: '@latchkey/PASSKEY_SHOW', popup, origin, options, purpose }
          event.source?.postMessage(show, { targetOrigin: own })
        }
        if (message?.type === '@latchkey/PASSKEY_DONE') resolve(message.response)
        if (message?.type === '@latchkey/PASSKEY_FAILED') reject(new PasskeyError(message.failure))
      },
      { signal: ended.signal },
    )
  })
  return running.finally(() => ended.abort())
}

type Policy = { allowsFeature(feature: string): boolean }

/** Whether the page around the frame lets it use passkeys; true where the browser doesn't report that. */
export function isAllowedInFrame(document: Document): boolean {
  const { featurePolicy } = document as Document & { readonly featurePolicy?: Policy }
  return featurePolicy?.allowsFeature('publickey-credentials-get') !== false
}
