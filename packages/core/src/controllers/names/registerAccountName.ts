import { registerProfile } from '../../api/blockchain/registerProfile.js'
import { beginAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { askWithin } from '../approval/askWithin.js'
import { requireConnection } from '../connection/requireConnection.js'
import { signMessage } from '../connection/signMessage.js'
import { track } from '../events/track.js'
import { fetchIdentity } from '../identity/fetchIdentity.js'
import { getRoute } from '../router/getRoute.js'
import { replace } from '../router/navigate.js'
import { setNames } from './setNames.js'
import { nameDelays, nameKeys } from './state.js'
import { toCoinType } from './toCoinType.js'
import { toNameError } from './toNameError.js'

const namespace = 'eip155'

/** Seconds for which what was signed counts. */
const validity = 300

/**
 * Registers the name that is chosen for the active EVM account [S6.8]: the account signs what is asked for, the service writes it down.
 * What the service finds wrong is in `state.names.error`. Does nothing where no free name is chosen, or one is being registered.
 *
 * Throws `NOT_STARTED`, `NOT_CONNECTED` or `CHAIN_NOT_SUPPORTED`.
 */
export async function registerAccountName(modal: Modal): Promise<void> {
  const { connection, account } = requireConnection(modal, { namespace })
  const coinType = toCoinType(connection.caipNetworkId)
  const { address } = account
  const { connectorId } = connection
  const name = modal.getState().names?.name
  if (!setNames(modal, { type: 'signing' })) return
  const attempt = beginAttempt(modal, { key: nameKeys.register, deadline: nameDelays.register })
  const { signal } = attempt
  try {
    const timestamp = Math.floor(modal.env.now() / 1_000)
    // the service takes it from this page, for this chain and for five minutes only
    const domain = modal.env.window()?.location.origin
    const terms = { domain, chainId: connection.caipNetworkId, timestamp, expiresAt: timestamp + validity }
    const message = JSON.stringify({ name, attributes: {}, ...terms })
    const request = { namespace, connectorId, address, message, signal } as const
    const signature = await attempt.race(askWithin(modal, () => signMessage(modal, request)))
    signal.throwIfAborted()
    setNames(modal, { type: 'signed' })
    await attempt.race(registerProfile(modal, { coinType, address, message, signature, signal }))
    signal.throwIfAborted()
    setNames(modal, { type: 'registered' })
    track(modal, 'REGISTER_NAME_SUCCESS', undefined)
    const state = modal.getState()
    if (state.modal.open && getRoute(state).view === 'RegisterAccountName')
      replace(modal, { view: 'RegisterAccountNameSuccess', params: undefined })
    // a failure is told there; the name is the account's all the same
    void fetchIdentity(modal, { force: true })
  } catch (cause) {
    const error = toNameError(cause)
    if (!attempt.isLatest()) return
    setNames(modal, { type: 'failed', error })
    track(modal, 'REGISTER_NAME_ERROR', { code: error.code, message: error.message })
  } finally {
    attempt.end()
  }
}
