import type { Modal } from '../../modal.js'
import { askStep } from '../login/askStep.js'
import { connectSocialLogin } from './connectSocialLogin.js'
import { failSocialLogin } from './failSocialLogin.js'
import { setSocialLogin } from './setSocialLogin.js'
import { socialLoginDeadline, socialLoginKey } from './state.js'

/** Waits for the wallet to learn who it is, and connects. `ask` is called before this returns. Never rejects. */
export function takeSocialLogin(modal: Modal, ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
  return askStep(modal, {
    key: socialLoginKey,
    deadline: socialLoginDeadline,
    ask,
    onReply: () => (setSocialLogin(modal, { type: 'verified' }) ? () => connectSocialLogin(modal) : undefined),
    onError: (error) => failSocialLogin(modal, error),
  })
}
