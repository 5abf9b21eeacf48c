import { SignOutFailedError } from '../../errors/siwx.js'
import { internals, type Modal } from '../../modal.js'
import { waitFor } from '../../utils/waitFor.js'
import { checkSession } from './checkSession.js'
import { decline } from './declined.js'
import { getSiwxMemory } from './memory.js'
import { isSameAccount } from './reduceSiwx.js'
import { requireSignInAccount } from './requireSignInAccount.js'
import { requireSiwx } from './requireSiwx.js'
import { revokeAccount } from './revokeAccount.js'
import { siwxDeadlines } from './state.js'

/**
 * Signs the active account out; its wallet stays connected. Where sign-in is required it is asked for again at once.
 *
 * Throws `NOT_STARTED`, `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `NO_ACTIVE_NETWORK`, or `SIGN_OUT_FAILED`: then the session
 * may still be good.
 */
export async function signOut(modal: Modal): Promise<void> {
  const { caipAddress } = requireSignInAccount(modal)
  const siwx = await requireSiwx(modal)
  const { env } = modal
  const { signal } = modal[internals]
  const memory = getSiwxMemory(modal)
  const others = memory.signedIn.filter((item) => item !== caipAddress && isSameAccount(item, caipAddress))
  const revoking = revokeAccount(siwx, [caipAddress, ...others])
  await waitFor(revoking, { env, signal, deadline: siwxDeadlines.revoke }).catch((cause: unknown) => {
    throw new SignOutFailedError({ cause })
  })
  memory.signedIn = memory.signedIn.filter((item) => !isSameAccount(item, caipAddress))
  memory.unsent = undefined
  // who signs out does not want to be asked again at the next visit
  decline(modal, caipAddress)
  await checkSession(modal)
}
