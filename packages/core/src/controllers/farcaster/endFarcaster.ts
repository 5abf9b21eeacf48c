import { abortAttempt } from '../../attempts.js'
import { internals, type Modal } from '../../modal.js'
import { setFarcaster } from './setFarcaster.js'
import { farcasterKey } from './state.js'

/** The login with Farcaster is over, whichever way: what still waits for an answer ends with `ABORTED`. */
export function endFarcaster(modal: Modal): void {
  const { listening } = modal[internals]
  listening.get(farcasterKey)?.()
  listening.delete(farcasterKey)
  abortAttempt(modal, farcasterKey)
  setFarcaster(modal, { type: 'ended' })
}
