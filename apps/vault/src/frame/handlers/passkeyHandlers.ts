import type { PasskeyOptions, PasskeyResponse } from '../../protocol/passkey.js'
import { type PasskeyMessage, readPasskeyMessage } from '../../protocol/passkeyWindow.js'
import { FrameRequestError, VaultError } from '../errors.js'
import { PasskeyError, runCeremony } from '../passkey/runCeremony.js'
import type { Session } from '../session/session.js'
import type { MessageHandlers } from './handlers.js'

export type PasskeyHandlersOptions = {
  readonly window: Window
  /** Origin of the page around the frame. */
  readonly origin: string
  readonly session: Session
}

/** Logs in with a passkey: here, or in the window that the app's page has opened. */
export function createPasskeyHandlers({
  window,
  origin,
  session,
}: PasskeyHandlersOptions): Pick<MessageHandlers, 'CONNECT_PASSKEY'> {
  let current: AbortController | undefined

  /** One ceremony at a time: a later one ends the earlier. */
  function begin(signal: AbortSignal): AbortSignal {
    current?.abort(new FrameRequestError('Request was aborted'))
    current = new AbortController()
    return AbortSignal.any([current.signal, signal])
  }

  /** Waits for the window with this id, and passes it what custody has asked for. Nobody else learns that. */
  function runInPopup(popup: string, options: PasskeyOptions, signal: AbortSignal): Promise<PasskeyResponse> {
    const { origin: own } = window.location
    const ended = new AbortController()
    const running = new Promise<PasskeyResponse>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { signal: ended.signal })
      window.addEventListener(
        'message',
        (event) => {
          const message = readPasskeyMessage(event, { own, popup })
          if (message?.type === '@latchkey/PASSKEY_READY') {
            const show: PasskeyMessage = { type: '@latchkey/PASSKEY_SHOW', popup, origin, options }
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

  return {
    async CONNECT_PASSKEY({ use, popup }, handler) {
      const signal = begin(handler.signal)
      if (popup === undefined && !isAllowed(window.document)) throw new PasskeyError('popup')
      const { options } = await session.call('passkey.start', { use }, { signal })
      const response = await (popup === undefined
        ? runCeremony({ options, signal })
        : runInPopup(popup, options, signal))
      try {
        await session.call('passkey.finish', { use, response }, { signal })
      } catch (cause) {
        const hasExpired = cause instanceof VaultError && cause.code === 'NO_LOGIN'
        throw hasExpired ? new PasskeyError('expired', { cause }) : cause
      }
      await session.keep({ signal })
      return undefined
    },
  }
}

type Policy = { allowsFeature(feature: string): boolean }

/** Whether the page around the frame lets it use passkeys; true where the browser doesn't report that. */
function isAllowed(document: Document): boolean {
  const { featurePolicy } = document as Document & { readonly featurePolicy?: Policy }
  return featurePolicy?.allowsFeature('publickey-credentials-get') !== false
}
