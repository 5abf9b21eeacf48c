import type { Modal } from '../../modal.js'
import { parseCaipNetworkId } from '../../utils/caip.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import { requireConnection } from '../connection/requireConnection.js'
import { getTokens } from '../portfolio/getTokens.js'
import type { Views } from '../router/state.js'
import { readSendToken } from './readSendToken.js'
import { setSend } from './setSend.js'
import { setSendReceiver } from './setSendReceiver.js'
import { withSending } from './withSending.js'

/**
 * Begins a transfer from the active account, filled in with what `open` was given, or goes on with the one that was begun. A
 * network that is given need not be the one of the wallet. Throws `NOT_CONNECTED`; other faults are in the state.
 */
export async function startSend(modal: Modal, wish?: Views['WalletSend']): Promise<void> {
  assertStarted(modal)
  const given = wish?.caipNetworkId
  const namespace = given === undefined ? undefined : parseCaipNetworkId(given)?.namespace
  const connection = getConnection(modal.getState(), namespace) ?? requireConnection(modal, { namespace }).connection
  const before = modal.getState().send?.id
  const sender = {
    namespace: connection.namespace,
    caipNetworkId: given ?? connection.caipNetworkId,
    address: connection.accounts[0].address,
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
  await withSending(
    () => readSendToken(modal, send),
    (error) => setSend(modal, { type: 'tokenFailed', error }, send.id),
  )
}
