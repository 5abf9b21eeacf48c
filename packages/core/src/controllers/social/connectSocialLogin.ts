import { loginDeadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { finishConnect } from '../connection/finishConnect.js'
import { track } from '../events/track.js'
import { askStep } from '../login/askStep.js'
import { connectFamilies } from '../login/connectFamilies.js'
import { endSocialLogin } from './endSocialLogin.js'
import { failSocialLogin } from './failSocialLogin.js'
import { isSocialLoginShown } from './isSocialLoginShown.js'
import { socialLoginKey } from './state.js'

/** Logged in at a provider: connects every chain family that wallet and modal have, and leaves what led here. */
export async function connectSocialLogin(modal: Modal): Promise<void> {
  const { socialLogin } = modal.getState()
  if (socialLogin?.step !== 'connecting') return
  const { namespace, provider } = socialLogin
  await askStep(modal, {
    key: socialLoginKey,
    deadline: loginDeadlines.connect,
    ask: (signal) => connectFamilies(modal, { namespace, signal }),
    onReply: () => {
      const isShown = isSocialLoginShown(modal.getState())
      endSocialLogin(modal)
      track(modal, 'SOCIAL_LOGIN_SUCCESS', { provider })
      if (isShown) finishConnect(modal)
      return undefined
    },
    onError: (error) => {
      // who ended it, or has left, has nobody to tell
      if (error.code === 'ABORTED' || !isSocialLoginShown(modal.getState())) endSocialLogin(modal)
      else failSocialLogin(modal, error)
    },
  })
}
