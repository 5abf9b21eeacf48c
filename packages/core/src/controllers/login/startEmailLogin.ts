import { loginDeadlines } from '../../deadlines.js'
import { InvalidEmailError } from '../../errors/login.js'
import type { Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { isEmail } from '../../utils/isEmail.js'
import { getRoute } from '../router/getRoute.js'
import { show } from '../router/show.js'
import { askStep } from './askStep.js'
import { connectLogin } from './connectLogin.js'
import { endLogin } from './endLogin.js'
import { failLogin } from './failLogin.js'
import { fieldViews, isLoginShown } from './isLoginShown.js'
import { requireAuthFeature } from './requireAuthFeature.js'
import { setLogin } from './setLogin.js'
import { loginKeys } from './state.js'
import { takeAction } from './takeAction.js'
import { watchLogin } from './watchLogin.js'

export type StartEmailLoginOptions = {
  readonly email: string
  /** Only this chain family; all that the wallet and the modal have unless told. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind the email field: sends the address to the embedded wallet and leads the visitor through what it wants, the
 * mailed link, the mailed code, or nothing. In the end every chain family is connected and the modal closes. How far it has
 * come, and what failed, is in `state.login`; after a failure it is called again, with the same address or another. Leaving
 * the views ends it. Resolves when the visitor has to act, or nothing is left to do.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startEmailLogin(
  modal: Modal,
  { email: text, namespace = modal.getState().modal.namespace }: StartEmailLoginOptions,
): Promise<void> {
  const { run } = requireAuthFeature(modal, 'email:login')
  const email = text.trim()
  const state = modal.getState()
  const { login } = state
  // the code was taken: no second mail for what only has to be connected
  const isConnecting = login?.step === 'connecting' && login.email === email
  if (isConnecting && !login.error) return
  const isShown = isConnecting ? isLoginShown(state) : state.modal.open && fieldViews.includes(getRoute(state).view)
  if (!isShown) show(modal, { view: 'EmailLogin', params: { email, namespace } })
  if (isConnecting) {
    setLogin(modal, { type: 'retried' })
    return connectLogin(modal)
  }
  endLogin(modal)
  setLogin(modal, { type: 'started', email, namespace })
  watchLogin(modal)
  return askStep(modal, {
    key: loginKeys.step,
    deadline: loginDeadlines.request,
    ask: async (signal) => {
      if (!isEmail(email)) throw new InvalidEmailError()
      return run({ email, signal })
    },
    onReply: (action) => takeAction(modal, action),
    onError: (error) => failLogin(modal, error),
  })
}
