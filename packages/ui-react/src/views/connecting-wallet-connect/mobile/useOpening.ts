import { useEffect, useReducer } from 'react'
import { useShell } from '../../../router/ShellContext.js'
import { notOpened, type Opening, reduceOpening } from './reduceOpening.js'
import { watchLeaving } from './watchLeaving.js'

/** Milliseconds that an app has to come up before the visitor is told that it did not. */
export const openingDelay = 1_500

export type UseOpening = {
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
