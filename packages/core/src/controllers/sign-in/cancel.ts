import { AbortedError, isLatchkeyError } from '../../errors/LatchkeyError.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { isSignInRequired } from '../../modal/signIn.js'
import { waitFor } from '../../rpc/wait.js'
import { type CaipNetworkId, splitCaipAddress } from '../../utils/caip.js'
import { disconnect } from '../connection/disconnect.js'
import { switchNetwork } from '../network/switch.js'
import { track } from '../shell/events.js'
import { close } from '../shell/router.js'
import { findSession, getSignInAccount, getSiwxMemory, requireSiwx } from './sessions.js'
import { toProperties } from './signIn.js'
import { siwxDeadlines } from './state.js'

/**
 * The visitor does not want to sign in [S4.24]. Where that is required the wallet goes back to the network, or the page to
 * the chain family, that last had a session and still has it; without one, or where the wallet does not go back, it is
 * disconnected, at once when called again meanwhile. Where it is not required the modal just closes.
 *
 * Throws `NOT_STARTED`, or `DISCONNECT_FAILED` when a wallet does not confirm that it let go.
 */
export async function cancelSignIn(modal: Modal): Promise<void> {
  const account = getSignInAccount(modal.getState())
  if (!account) {
    close(modal, { force: true })
    return
  }
  const memory = getSiwxMemory(modal)
  const isAgain = memory.isLeaving
  if (!isAgain) track(modal, 'CLICK_CANCEL_SIWX', toProperties(account))
  // what it leaves is told by itself: who goes back to a session has nothing under way
  modal[internals].attempts.get('siwx:sign')?.abort(new AbortedError())
  if (!isSignInRequired(modal)) {
    close(modal, { force: true })
    return
  }
  const { namespace, connectorId } = account.connection
  memory.isLeaving = true
  try {
    if (!isAgain && (await goBack(modal))) return
    // the other call may have been faster
    if (getConnection(modal.getState(), namespace)?.connectorId === connectorId)
      await disconnect(modal, { namespace, connectorId })
  } finally {
    memory.isLeaving = false
  }
}

/** Back to where there is a session. False where there is no such place, or the wallet does not go there. */
async function goBack(modal: Modal): Promise<boolean> {
  const { warn } = modal[internals]
  try {
    const network = await findNetwork(modal)
    if (!network) return false
    await switchNetwork(modal, { network })
    return true
  } catch (cause) {
    if (!(isLatchkeyError(cause) && cause.code === 'ABORTED')) warn(cause)
    return false
  }
}

/** The network, of an account that is still connected, that last had a session and has it now. */
async function findNetwork(modal: Modal): Promise<CaipNetworkId | undefined> {
  const { env } = modal
  const { signal } = modal[internals]
  const current = getSignInAccount(modal.getState())?.caipAddress
  const siwx = await requireSiwx(modal)
  for (const caipAddress of getSiwxMemory(modal).signedIn) {
    const { namespace, reference, address } = splitCaipAddress(caipAddress) ?? {}
    if (!namespace || caipAddress === current) continue
    if (getConnection(modal.getState(), namespace)?.accounts[0].address !== address) continue
    const looking = findSession(modal, siwx, caipAddress)
    const session = await waitFor(looking, { env, signal, deadline: siwxDeadlines.check })
    if (session) return `${namespace}:${reference}`
  }
  return undefined
}
