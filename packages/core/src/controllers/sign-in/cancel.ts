import { AbortedError, isLatchkeyError } from '../../errors/LatchkeyError.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { isSignInRequired } from '../../modal/signIn.js'
import { waitFor } from '../../rpc/wait.js'
import { type CaipNetworkId, splitCaipAddress } from '../../utils/caip.js'
import { disconnect } from '../connection/disconnect.js'
import { switchNetwork } from '../network/switch.js'
import { close, track } from '../shell/actions.js'
import { findSession, getSignInAccount, getSiwxMemory, requireSiwx } from './sessions.js'
import { toProperties } from './signIn.js'
import { siwxTimeouts } from './state.js'

/**
 * Cancels the sign-in [S4.24]. If sign-in is required, switches back to the last network (of any namespace) that still
 * has a session; without one, or if the wallet does not switch, disconnects the wallet; a second call disconnects it at
 * once. If sign-in is not required, closes the modal.
 *
 * Throws `NOT_STARTED`, or `DISCONNECT_FAILED` if the wallet does not confirm.
 */
export async function cancelSignIn(modal: Modal): Promise<void> {
  const account = getSignInAccount(modal.getState())
  if (!account) {
    close(modal, { force: true })
    return
  }
  const memory = getSiwxMemory(modal)
  const isRepeated = memory.isCanceling
  if (!isRepeated) track(modal, 'CLICK_CANCEL_SIWX', toProperties(account))
  // the state follows from the abort
  modal[internals].attempts.get('siwx:sign')?.abort(new AbortedError())
  if (!isSignInRequired(modal)) {
    close(modal, { force: true })
    return
  }
  const { namespace, connectorId } = account.connection
  memory.isCanceling = true
  try {
    if (!isRepeated && (await switchToSession(modal))) return
    // a concurrent call may have disconnected it already
    if (getConnection(modal.getState(), namespace)?.connectorId === connectorId)
      await disconnect(modal, { namespace, connectorId })
  } finally {
    memory.isCanceling = false
  }
}

/** Switches to a network with a session. False if there is none or the wallet does not switch. */
async function switchToSession(modal: Modal): Promise<boolean> {
  const { warn } = modal[internals]
  try {
    const network = await findSignedInNetwork(modal)
    if (!network) return false
    await switchNetwork(modal, { network })
    return true
  } catch (cause) {
    if (!(isLatchkeyError(cause) && cause.code === 'ABORTED')) warn(cause)
    return false
  }
}

/** Finds the last network that still has a session, of an account that is still connected. */
async function findSignedInNetwork(modal: Modal): Promise<CaipNetworkId | undefined> {
  const { env } = modal
  const { signal } = modal[internals]
  const current = getSignInAccount(modal.getState())?.caipAddress
  const siwx = await requireSiwx(modal)
  for (const caipAddress of getSiwxMemory(modal).signedIn) {
    const { namespace, reference, address } = splitCaipAddress(caipAddress) ?? {}
    if (!namespace || caipAddress === current) continue
    if (getConnection(modal.getState(), namespace)?.accounts[0].address !== address) continue
    const lookup = findSession(modal, siwx, caipAddress)
    const session = await waitFor(lookup, { env, signal, timeout: siwxTimeouts.check })
    if (session) return `${namespace}:${reference}`
  }
  return undefined
}
