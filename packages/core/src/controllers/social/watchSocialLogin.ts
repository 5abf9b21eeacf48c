import { internals, type Modal } from '../../modal.js'
import { track } from '../events/track.js'
import { watchMoves } from '../router/watchMoves.js'
import { endSocialLogin } from './endSocialLogin.js'
import { isSocialLoginShown } from './isSocialLoginShown.js'
import { socialLoginKey } from './state.js'

/** Ends the login when the visitor leaves its view. Who leaves once the wallet knows who it is has logged in all the same. */
export function watchSocialLogin(modal: Modal): void {
  const { listening } = modal[internals]
  if (listening.has(socialLoginKey)) return
  const stop = watchMoves(modal, (state) => {
    const { socialLogin } = state
    if (!socialLogin || socialLogin.step === 'idle' || isSocialLoginShown(state)) return
    const isRunning = !socialLogin.error
    if (isRunning && socialLogin.step === 'connecting') return
    endSocialLogin(modal)
    if (isRunning) track(modal, 'SOCIAL_LOGIN_CANCELED', { provider: socialLogin.provider })
  })
  listening.set(socialLoginKey, stop)
}
