import { useEffect, useReducer } from 'react'
import { useShell } from '../../hooks/useShell.js'

/** Milliseconds that an app has to open before the attempt counts as failed. */
export const openingDelay = 1_500

type UseOpening = {
  readonly opening: Opening
  /** The user has tapped a link. */
  readonly onTap: (way: number) => void
}

/** Tracks whether the app of a wallet opens. `ways`: the number of links. */
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
    // every tap has its own timeout
    if (opening.status !== 'opening') return undefined
    return modal.env.setTimeout(() => dispatch({ type: 'stayed', ways }), openingDelay)
  }, [modal, opening, ways])

  return { opening, onTap: (tapped) => dispatch({ type: 'tapped', way: tapped }) }
}

/**
 * The progress of opening a wallet app: not tried, tapped, page left, or still on the page after the timeout.
 */
export type Opening = {
  readonly status: 'ready' | 'opening' | 'opened' | 'failed'
  /** The index of the link that is offered first. */
  readonly way: number
}

export type OpeningEvent =
  | { readonly type: 'tapped'; readonly way: number }
  /** The page was hidden, or lost the focus to a system dialog. */
  | { readonly type: 'left' }
  /** The page was not left in time. */
  | { readonly type: 'stayed'; readonly ways: number }

export const notOpened: Opening = { status: 'ready', way: 0 }

/** Pure. After a failure the next link is offered first. */
export function reduceOpening(state: Opening, event: OpeningEvent): Opening {
  switch (event.type) {
    case 'tapped':
      return { status: 'opening', way: event.way }
    case 'left':
      // a slow phone may take longer than the timeout
      return state.status === 'ready' ? state : { ...state, status: 'opened' }
    case 'stayed':
      return state.status === 'opening' ? { status: 'failed', way: (state.way + 1) % Math.max(event.ways, 1) } : state
  }
}

/** Calls back when the user leaves the page for an app, or for a system dialog that asks before opening one. */
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
