import type { Env } from '@latchkey/core'
import { PopupClosedError, pause } from '@latchkey/core/plugin'
import { connectSocial, getFrameErrorCode } from './connectSocial.js'
import { type SocialOptions, socialTimeouts } from './socialOptions.js'

export type FocusWatch = {
  /** Whether the visitor is on the page now, and, if they were not, has been for a while. */
  isHere(): boolean
  /** Resolves when the visitor was elsewhere and has come back for good. */
  readonly back: Promise<void>
  end(): void
}

/** Follows whether the visitor is on the page: who logs in in another window is not. */
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

export type StateRequest = {
  /** Of the result, where it can be asked for. */
  readonly uri: string | undefined
  readonly page: Window
  /** It may have been on its way when the popup closed. */
  readonly result: Promise<string>
  /** Whether no page had come into the popup yet. */
  readonly wasBlank: boolean
  /** Ends it after a time. */
  readonly signal: AbortSignal
}

/** The frame's word that nobody has come back from the provider yet, and that the popup is not known to be cut off. */
const pending = -32_002

/**
 * Asks the frame for the result of a popup that is closed or out of sight. Pages that isolate themselves (COOP) look closed from
 * here: the site knows of some of them, and waits for the visitor then; for others what counts is whether the visitor is on this
 * page. Throws `POPUP_CLOSED`.
 */
export async function fetchResultByState(options: SocialOptions, request: StateRequest): Promise<void> {
  const { env } = options.context
  const { uri, page, result, wasBlank, signal } = request
  const focus = watchFocus({ env, page })
  const begun = env.now()
  const own = new AbortController()
  const onAbort = (): void => own.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const back = focus.back.then(() => {
    throw new PopupClosedError()
  })
  back.catch(() => undefined) // told where something waits
  try {
    let delay: number = socialTimeouts.lastMessage
    // until the signal, which the whole login has a limit by
    for (;;) {
      const found = await Promise.race([result, pause(env, delay, signal)])
      if (typeof found === 'string') return await connectSocial(options, { uri: found, signal })
      if (!uri) throw new PopupClosedError()
      try {
        const asked = connectSocial(options, { uri, signal: own.signal, limit: socialTimeouts.login })
        return await Promise.race([asked, back])
      } catch (cause) {
        if (getFrameErrorCode(cause) !== pending) throw cause
      }
      // a page that was on its way when it was lost may not have told the site yet
      const isEarly = wasBlank && env.now() - begun < socialTimeouts.back
      if (!isEarly && focus.isHere()) throw new PopupClosedError()
      delay = socialTimeouts.ask
    }
  } finally {
    focus.end()
    signal.removeEventListener('abort', onAbort)
    own.abort(new PopupClosedError())
  }
}
