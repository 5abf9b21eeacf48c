import { loginDeadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { finishConnect } from '../connection/finishConnect.js'
import { track } from '../events/track.js'
import { askStep } from '../login/askStep.js'
import { connectFamilies } from '../login/connectFamilies.js'
import { endFarcaster } from './endFarcaster.js'
import { failFarcaster } from './failFarcaster.js'
import { isFarcasterShown } from './isFarcasterShown.js'
import { farcasterKey } from './state.js'

/** Logged in with Farcaster: connects every chain family that wallet and modal have, and leaves what led here. */
export async function connectFarcaster(modal: Modal): Promise<void> {
  const { farcaster } = modal.getState()
  if (farcaster?.step !== 'connecting') return
  const { namespace } = farcaster
  await askStep(modal, {
    key: farcasterKey,
    deadline: loginDeadlines.connect,
    ask: (signal) => connectFamilies(modal, { namespace, signal }),
    onReply: () => {
      const isShown = isFarcasterShown(modal.getState())
      endFarcaster(modal)
      track(modal, 'SOCIAL_LOGIN_SUCCESS', { provider: 'farcaster' })
      if (isShown) finishConnect(modal)
      return undefined
    },
    onError: (error) => {
      // who ended it, or has left, has nobody to tell
      if (error.code === 'ABORTED' || !isFarcasterShown(modal.getState())) endFarcaster(modal)
      else failFarcaster(modal, error)
    },
  })
}
