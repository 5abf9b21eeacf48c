import type { Token } from '../../api/blockchain/types.js'
import { beginAttempt } from '../../attempts.js'
import type { Modal } from '../../modal.js'
import { parseCaipNetworkId } from '../../utils/caip.js'
import { requireConnection } from '../connection/requireConnection.js'
import { deadlines } from '../connection/state.js'
import { getTokens } from '../portfolio/getTokens.js'
import type { Views } from '../router/state.js'
import { readToken } from '../transfers/readToken.js'
import { setSend } from './setSend.js'
import { setSendReceiver } from './setSendReceiver.js'
import { sendKeys } from './state.js'
import { toSendFault } from './toSendFault.js'

/**
 * Begins a transfer from the active account, filled in with what `open` was given, or goes on with the one that was begun. A
 * network that is given need not be the one of the wallet. Throws `NOT_CONNECTED`; other faults are in the state.
 */
export async function startSend(modal: Modal, wish?: Views['WalletSend']): Promise<void> {
  const given = wish?.caipNetworkId
  const namespace = given === undefined ? undefined : parseCaipNetworkId(given)?.namespace
  const { connection, account } = requireConnection(modal, { namespace })
  const before = modal.getState().send?.id
  const sender = {
    namespace: connection.namespace,
    caipNetworkId: given ?? connection.caipNetworkId,
    address: account.address,
  }
  const send = setSend(modal, { type: 'opened', sender, wish })
  if (!send || send.id === before) return
  if (wish?.to !== undefined) setSendReceiver(modal, wish.to)
  if (!wish) {
    // where there is but one there is nothing to choose
    const [token, ...others] = getTokens(modal.getState(), sender.namespace)
    if (token && others.length === 0) setSend(modal, { type: 'tokenChosen', token }, send.id)
    return
  }
  const { caipNetworkId } = sender
  const attempt = beginAttempt(modal, { key: sendKeys.token, deadline: deadlines.read })
  try {
    const reading = readToken(modal, { caipNetworkId, address: wish.assetAddress }, attempt.signal)
    const token: Token = await attempt.race(reading)
    setSend(modal, { type: 'tokenRead', token }, send.id)
  } catch (cause) {
    if (attempt.isLatest()) setSend(modal, { type: 'tokenFailed', error: toSendFault(cause) }, send.id)
  } finally {
    attempt.end()
  }
}
