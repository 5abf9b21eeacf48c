import { FrameRequestError, VaultError } from '../errors.js'
import { PasskeyError, runCeremony } from '../passkey/runCeremony.js'
import { isAllowedInFrame, runInWindow } from '../passkey/runInWindow.js'
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

  return {
    async CONNECT_PASSKEY({ use, popup }, handler) {
      const signal = begin(handler.signal)
      if (popup === undefined && !isAllowedInFrame(window.document)) throw new PasskeyError('popup')
      const { options } = await session.call('passkey.start', { use }, { signal })
      const response = await (popup === undefined
        ? runCeremony({ options, signal })
        : runInWindow({ window, origin, popup, options, signal }))
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
