import { InvalidEmailError } from '../../errors/login.js'
import { internals, type Modal } from '../../modal.js'
import { isEmail } from '../../utils/isEmail.js'
import { requireAuthFeature } from '../login/requireAuthFeature.js'
import { getRoute } from '../router/getRoute.js'
import { push } from '../router/navigate.js'
import { show } from '../router/show.js'
import { askEmailUpdate } from './askEmailUpdate.js'
import { endEmailUpdate } from './endEmailUpdate.js'
import { isEmailUpdateShown } from './isEmailUpdateShown.js'
import { requireAuthConnection } from './requireAuthConnection.js'
import { setEmailUpdate } from './setEmailUpdate.js'
import { emailUpdateKey } from './state.js'

/**
 * Changes the email of the embedded wallet: a code to the old address, then one to the new; or only that, as the wallet says.
 * How far it has come, and what failed, is in `state.emailUpdate`; after a failure it is called again. Leaving the views ends
 * it. Resolves when the visitor has to act.
 *
 * Throws `NOT_STARTED`, `NO_AUTH_CONNECTOR` [S8.9], `NOT_EMAIL_OR_SOCIAL` [S8.10] or `FEATURE_NOT_SUPPORTED`.
 */
export async function startEmailUpdate(modal: Modal, { email: text }: { readonly email: string }): Promise<void> {
  requireAuthConnection(modal)
  const { run } = requireAuthFeature(modal, 'email:update')
  const email = text.trim()
  const state = modal.getState()
  if (!state.modal.open || getRoute(state).view !== 'UpdateEmailWallet')
    show(modal, { view: 'UpdateEmailWallet', params: undefined })
  endEmailUpdate(modal)
  setEmailUpdate(modal, { type: 'started', email })
  watch(modal)
  await askEmailUpdate(
    modal,
    async (signal) => {
      if (!isEmail(email)) throw new InvalidEmailError()
      return run({ email, signal })
    },
    (action) => {
      setEmailUpdate(modal, { type: 'sent', action })
      const isPrimary = action === 'VERIFY_PRIMARY_OTP'
      push(modal, { view: isPrimary ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp', params: undefined })
    },
  )
}

/** Ends the change when the visitor leaves the view of its step. */
function watch(modal: Modal): void {
  const stop = modal.subscribe((state, previous) => {
    const isMoved = state.router !== previous.router || state.modal.open !== previous.modal.open
    if (isMoved && !isEmailUpdateShown(state)) endEmailUpdate(modal)
  })
  modal[internals].listening.set(emailUpdateKey, stop)
}
