import { useEffect, useReducer } from 'react'
import { useShell } from '../../hooks/useShell.js'

/** Milliseconds that an app has to come up before the visitor is told that it did not. */
export const openingDelay = 1_500

type UseOpening = {
  readonly opening: Opening
  /** The visitor has tapped the link of a way. */
  readonly onTap: (way: number) => void
}

/** Follows whether the app of a wallet opens. `ways`: how many links there are. */
export function useOpening(ways: number): UseOpening {
  const { modal } = useShell()
  const [opening, dispatch] = useReducer(reduceOpening, notOpened)
  const { status } = opening

  useEffect(() => {
    const window = modal.env.window()
    if (status === 'ready' || !window) return undefined
    return watchLeaving(window, () => dispatch({ type: 'left' }))
  }, [modal, status])

  useEffect(() => {
    // every tap has its own time
    if (opening.status !== 'opening') return undefined
    return modal.env.setTimeout(() => dispatch({ type: 'stayed', ways }), openingDelay)
  }, [modal, opening, ways])

  return { opening, onTap: (tapped) => dispatch({ type: 'tapped', way: tapped }) }
}

/**
 * How far the visitor has come in opening the app of a wallet: not tried, tapped and nothing seen yet, gone from this page,
 * or still here although enough time has passed.
 */
export type Opening = {
  readonly status: 'ready' | 'opening' | 'opened' | 'failed'
  /** The way that is offered first, from 0. */
  readonly way: number
}

export type OpeningEvent =
  | { readonly type: 'tapped'; readonly way: number }
  /** The page was hidden, or lost the focus to what the system shows. */
  | { readonly type: 'left' }
  /** Nothing of that has happened in time. */
  | { readonly type: 'stayed'; readonly ways: number }

export const notOpened: Opening = { status: 'ready', way: 0 }

/** Pure. A way that failed gives its place to the next one, which waits for a tap of its own. */
export function reduceOpening(state: Opening, event: OpeningEvent): Opening {
  switch (event.type) {
    case 'tapped':
      return { status: 'opening', way: event.way }
    case 'left':
      // a slow phone may take longer than it is given
      return state.status === 'ready' ? state : { ...state, status: 'opened' }
    case 'stayed':
      return state.status === 'opening' ? { status: 'failed', way: (state.way + 1) % Math.max(event.ways, 1) } : state
  }
}

/** Tells when the visitor leaves the page for an app, or for what the system asks before it opens one. */
function watchLeaving(window: Window, onLeave: () => void): () => void {
  const { document } = window
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') onLeave()
  }
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('blur', onLeave)
  window.addEventListener('pagehide', onLeave)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('blur', onLeave)
    window.removeEventListener('pagehide', onLeave)
  }
}
