import type { Modal } from '../../modal.js'
import { track } from '../events/track.js'
import { askStep } from '../login/askStep.js'
import { requireAuthFeature } from '../login/requireAuthFeature.js'
import { connectFarcaster } from './connectFarcaster.js'
import { failFarcaster } from './failFarcaster.js'
import { setFarcaster } from './setFarcaster.js'
import { farcasterDeadlines, farcasterKey } from './state.js'

/** Waits until the visitor has agreed on the phone, and connects. */
export function waitForPhone(modal: Modal): Promise<void> {
  return askStep(modal, {
    key: farcasterKey,
    deadline: farcasterDeadlines.wait,
    ask: (signal) => requireAuthFeature(modal, 'farcaster:wait').run({ signal }),
    onReply: () => {
      if (!setFarcaster(modal, { type: 'agreed' })) return undefined
      track(modal, 'SOCIAL_LOGIN_REQUEST_USER_DATA', { provider: 'farcaster' })
      return () => connectFarcaster(modal)
    },
    onError: (error) => failFarcaster(modal, error),
  })
}
