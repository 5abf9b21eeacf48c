import { type ConnectorFeatures, type Env, isRecord } from '@latchkey/core'
import { ForeignResultError, PopupClosedError, waitFor } from '@latchkey/core/plugin'
import type { BeginLogin } from '../login/createLogin.js'
import {
  assertResult,
  connectSocial,
  createTimeoutError,
  fetchRedirectUri,
  toSocialError,
  toStateUri,
} from './connectSocial.js'
import { fetchResultByState } from './fetchResultByState.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

export type PopupLoginRequest = Parameters<ConnectorFeatures['social:login']>[0] & {
  readonly popup: Window
  readonly id: string
  readonly begin: BeginLogin
}

/**
 * Sends the popup to the provider, and completes the login with its result. If the popup is cut off from this page by
 * cross-origin isolation (COOP), fetches the result from the frame. [S4.10] [S4.11] [S4.12]
 */
export async function logInByPopup(options: SocialOptions, request: PopupLoginRequest): Promise<void> {
  const { client, context } = options
  const { env } = context
  const { provider, popup, id, begin, onStep } = request
  const own = new AbortController()
  const { signal } = own
  const onAbort = (): void => own.abort(request.signal.reason)
  request.signal.addEventListener('abort', onAbort, { once: true })
  const cancelTimeout = env.setTimeout(() => own.abort(createTimeoutError()), socialTimeouts.login)
  const page = env.window() as Window
  const watch = watchPopup({ env, page, popup, origin: client.origin })
  try {
    if (request.signal.aborted) onAbort()
    const redirectUri = fetchRedirectUri(client, { provider, id, signal })
    const url = await Promise.race([redirectUri, watch.result.then(() => redirectUri)])
    // if the popup is cut off this has no effect, and its first page continues on its own
    if (!popup.closed) popup.location.replace(url.href)
    const found = await waitFor(Promise.race([watch.result, watch.gone]), { env, signal })
    if (typeof found === 'string') {
      onStep('retrieving')
      popup.close()
      await connectSocial(options, { uri: found, signal })
    } else {
      const uri = toStateUri(url, client.origin)
      await fetchResultByState(options, { uri, page, result: watch.result, wasBlank: found.wasBlank, signal })
      onStep('retrieving')
    }
    begin(provider)
  } catch (cause) {
    throw toSocialError(cause)
  } finally {
    own.abort(new PopupClosedError())
    cancelTimeout()
    watch.end()
    request.signal.removeEventListener('abort', onAbort)
  }
}

export type WatchPopupOptions = {
  readonly env: Env
  readonly page: Window
  readonly popup: Window
  /** Origin of the secure site. */
  readonly origin: string
}

/** The outcome of a popup. */
export type PopupWatch = {
  /** The URI of the result, sent by the popup's window from the secure site's origin. Rejects with `FOREIGN_RESULT` for another origin. */
  readonly result: Promise<string>
  /** Resolves when the popup was closed or has become unreachable; browsers don't tell the two apart. [S4.10] */
  readonly gone: Promise<{ readonly wasBlank: boolean }>
  end(): void
}

function watchPopup({ env, page, popup, origin }: WatchPopupOptions): PopupWatch {
  let cancel: (() => void) | undefined
  let stop = (): void => undefined

  const result = new Promise<string>((resolve, reject) => {
    const onMessage = ({ data, source, origin: sender }: MessageEvent<unknown>): void => {
      const uri = source === popup && isRecord(data) ? data['resultUri'] : undefined
      if (typeof uri !== 'string') return
      try {
        if (sender !== origin) throw new ForeignResultError({ details: `It came from ${sender}.` })
        assertResult(uri, origin)
        resolve(uri)
      } catch (cause) {
        reject(cause)
      }
    }
    page.addEventListener('message', onMessage)
    stop = () => page.removeEventListener('message', onMessage)
  })
  const gone = new Promise<{ readonly wasBlank: boolean }>((resolve) => {
    let wasBlank = true
    const look = (): void => {
      if (popup.closed) resolve({ wasBlank })
      else {
        wasBlank &&= isBlank(popup)
        cancel = env.setTimeout(look, wasBlank ? socialTimeouts.firstPoll : socialTimeouts.poll)
      }
    }
    look()
  })
  result.catch(() => undefined) // handled where it is awaited, if at all
  return {
    result,
    gone,
    end() {
      cancel?.()
      stop()
    },
  }
}

/** Whether nothing has loaded in the popup yet. */
function isBlank(popup: Window): boolean {
  try {
    return popup.location.href === 'about:blank'
  } catch {
    return false // it shows a page of another site
  }
}
