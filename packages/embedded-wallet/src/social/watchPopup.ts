import { type Env, isRecord } from '@latchkey/core'
import { ForeignResultError } from '@latchkey/core/plugin'
import { assertResult } from './connectSocial.js'
import { socialLimits } from './socialLimits.js'

export type WatchPopupOptions = {
  readonly env: Env
  readonly page: Window
  readonly popup: Window
  /** Of the secure site. */
  readonly origin: string
}

/** What comes of a popup. */
export type PopupWatch = {
  /** The address of the result, from the popup's own window at the secure site's origin. Rejects with `FOREIGN_RESULT` for another. */
  readonly result: Promise<string>
  /** Resolves when the popup was closed, or has gone out of sight: which of them no browser tells. [S4.10] */
  readonly gone: Promise<{ readonly wasBlank: boolean }>
  end(): void
}

export function watchPopup({ env, page, popup, origin }: WatchPopupOptions): PopupWatch {
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
        cancel = env.setTimeout(look, wasBlank ? socialLimits.firstPoll : socialLimits.poll)
      }
    }
    look()
  })
  result.catch(() => undefined) // told to who waits for it, if anybody does
  return {
    result,
    gone,
    end() {
      cancel?.()
      stop()
    },
  }
}

/** Whether nothing has come into the window yet. */
function isBlank(popup: Window): boolean {
  try {
    return popup.location.href === 'about:blank'
  } catch {
    return false // a page of another site
  }
}
