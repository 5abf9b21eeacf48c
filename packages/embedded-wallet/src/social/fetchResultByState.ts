import type { Env } from '@latchkey/core'
import { PopupClosedError, pause } from '@latchkey/core/plugin'
import { connectSocial, getFrameErrorCode } from './connectSocial.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

export type StateRequest = {
  /** Of the result, if it can be fetched. */
  readonly uri: string | undefined
  readonly page: Window
  /** May arrive after the popup has closed. */
  readonly result: Promise<string>
  /** Whether the popup was still blank. */
  readonly wasBlank: boolean
  /** Aborts when the login times out. */
  readonly signal: AbortSignal
}

/** The frame's code for: the user hasn't come back from the provider yet, and the popup isn't known to be cut off. */
const pending = -32_002

/**
 * Fetches the result of a popup that is closed or unreachable. Pages with cross-origin isolation (COOP) look closed from here.
 * The site knows about some of them and waits for the user; for others we check whether the user is back on this page. Throws
 * `POPUP_CLOSED`.
 */
export async function fetchResultByState(options: SocialOptions, request: StateRequest): Promise<void> {
  const { env } = options.context
  const { uri, page, result, wasBlank, signal } = request
  const focus = watchFocus({ env, page })
  const startedAt = env.now()
  const own = new AbortController()
  const onAbort = (): void => own.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const back = focus.back.then(() => {
    throw new PopupClosedError()
  })
  back.catch(() => undefined) // handled where it is awaited
  try {
    let delay: number = socialTimeouts.lastMessage
    // ends by the signal, as the whole login has a timeout
    for (;;) {
      const found = await Promise.race([result, pause(env, delay, signal)])
      if (typeof found === 'string') return await connectSocial(options, { uri: found, signal })
      if (!uri) throw new PopupClosedError()
      try {
        const login = connectSocial(options, { uri, signal: own.signal, timeout: socialTimeouts.login })
        return await Promise.race([login, back])
      } catch (cause) {
        if (getFrameErrorCode(cause) !== pending) throw cause
      }
      // a page that was still loading when it was lost may not have reported to the site yet
      const isEarly = wasBlank && env.now() - startedAt < socialTimeouts.back
      if (!isEarly && focus.isHere()) throw new PopupClosedError()
      delay = socialTimeouts.ask
    }
  } finally {
    focus.end()
    signal.removeEventListener('abort', onAbort)
    own.abort(new PopupClosedError())
  }
}

export type FocusWatch = {
  /** Whether the user is on the page now; after an absence, only once they have been back for a while. */
  isHere(): boolean
  /** Resolves when the user has left the page and come back to stay. */
  readonly back: Promise<void>
  end(): void
}

/** Tracks whether the user is on the page, by focus: during a login they are in another window. */
function watchFocus({ env, page }: { readonly env: Env; readonly page: Window }): FocusWatch {
  let wasAway = false
  /** Milliseconds since the epoch. */
  let since: number | undefined
  let cancel: (() => void) | undefined

  const isHere = (): boolean => {
    if (!page.document.hasFocus()) {
      wasAway = true
      since = undefined
      return false
    }
    since ??= env.now()
    return !wasAway || env.now() - since >= socialTimeouts.back
  }
  const back = new Promise<void>((resolve) => {
    const look = (): void => {
      if (isHere() && wasAway) resolve()
      else cancel = env.setTimeout(look, socialTimeouts.poll)
    }
    look()
  })
  return { isHere, back, end: () => cancel?.() }
}
