import { ChainsNotSupportedError } from '../../errors/pairing.js'
import { internals, type Modal } from '../../modal.js'
import { connectChains } from '../connection/connectChains.js'
import { finishConnect } from '../connection/finishConnect.js'
import { getPairingNamespaces } from '../connection/getPairingNamespaces.js'
import { askStep } from './askStep.js'
import { endLogin } from './endLogin.js'
import { failLogin } from './failLogin.js'
import { isLoginShown } from './isLoginShown.js'
import { requireAuthFeature } from './requireAuthFeature.js'
import { loginDeadlines, loginKeys } from './state.js'

/** Logged in: connects every chain family that wallet and modal have, and leaves what led here. One that fails stops no other. */
export function connectLogin(modal: Modal): Promise<void> {
  return askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.connect,
    ask: (signal) => connectAll(modal, signal),
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

async function connectAll(modal: Modal, signal: AbortSignal): Promise<void> {
  const state = modal.getState()
  const { meta } = requireAuthFeature(modal, 'email:login').connector
  const namespace = state.login && 'namespace' in state.login ? state.login.namespace : undefined
  const [first, ...rest] = getPairingNamespaces(state, meta, namespace)
  if (!first) throw new ChainsNotSupportedError()
  const { failures } = await connectChains(modal, { connectorId: meta.id, namespaces: [first, ...rest], signal })
  for (const failure of Object.values(failures)) modal[internals].warn(failure)
}
