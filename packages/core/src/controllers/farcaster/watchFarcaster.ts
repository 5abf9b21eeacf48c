import { internals, type Modal } from '../../modal.js'
import { track } from '../events/track.js'
import { watchMoves } from '../router/watchMoves.js'
import { endFarcaster } from './endFarcaster.js'
import { isFarcasterShown } from './isFarcasterShown.js'
import { farcasterKey } from './state.js'

/** Ends the login when the visitor leaves its view. Who leaves after having agreed on the phone has logged in all the same. */
export function watchFarcaster(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(farcasterKey)) return
  const stop = watchMoves(modal, (state) => {
    const { farcaster } = state
    if (!farcaster || farcaster.step === 'idle' || isFarcasterShown(state)) return
    const isRunning = !farcaster.error
    if (isRunning && farcaster.step === 'connecting') return
    endFarcaster(modal)
    if (isRunning) track(modal, 'SOCIAL_LOGIN_CANCELED', { provider: 'farcaster' })
  })
  listening.set(farcasterKey, stop)
}
