import type { Env } from '@latchkey/core'
import { socialLimits } from './socialLimits.js'

export type FocusWatch = {
  /** Whether the visitor is on the page now, and, if they were not, has been for a while. */
  isHere(): boolean
  /** Resolves when the visitor was elsewhere and has come back for good. */
  readonly back: Promise<void>
  end(): void
}

/** Follows whether the visitor is on the page: who logs in in another window is not. */
export function watchFocus({ env, page }: { readonly env: Env; readonly page: Window }): FocusWatch {
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
    return !wasAway || env.now() - since >= socialLimits.back
  }
  const back = new Promise<void>((resolve) => {
    const look = (): void => {
      if (isHere() && wasAway) resolve()
      else cancel = env.setTimeout(look, socialLimits.poll)
    }
    look()
  })
  return { isHere, back, end: () => cancel?.() }
}
