import { loginDeadlines } from '../../deadlines.js'
import type { Modal } from '../../modal.js'
import { finishConnect } from '../connection/finishConnect.js'
import { askStep } from './askStep.js'
import { connectFamilies } from './connectFamilies.js'
import { endLogin } from './endLogin.js'
import { failLogin } from './failLogin.js'
import { isLoginShown } from './isLoginShown.js'
import { loginKeys } from './state.js'

/** Logged in: connects every chain family that wallet and modal have, and leaves what led here. One that fails stops no other. */
export function connectLogin(modal: Modal): Promise<void> {
  const { login } = modal.getState()
  const namespace = login && 'namespace' in login ? login.namespace : undefined
  return askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.connect,
    ask: (signal) => connectFamilies(modal, { namespace, signal }),
    onReply: () => {
      const isShown = isLoginShown(modal.getState())
      endLogin(modal)
      if (isShown) finishConnect(modal)
      return undefined
    },
    onError: (error) => {
      // who ended it, or has left, has nobody to tell
      if (error.code === 'ABORTED' || !isLoginShown(modal.getState())) endLogin(modal)
      else failLogin(modal, error)
    },
  })
}
