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
