import { fetchSmartSessions } from '../../api/blockchain/fetchSmartSessions.js'
import { beginAttempt } from '../../attempts.js'
import { NotConnectedError } from '../../errors/connected.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import type { Modal } from '../../modal.js'
import { toCaipAddress } from '../../utils/caip.js'
import { assertStarted } from '../connection/assertStarted.js'
import { getConnection } from '../connection/getConnection.js'
import { setSessions } from './setSessions.js'
import { sessionDelays, sessionKeys } from './state.js'

/**
 * Reads the permissions that the active EVM account has granted on its network into `state.smartSessions`, or why they could not be
 * read. What is known of the same account shows meanwhile. Throws `NOT_STARTED` or `NOT_CONNECTED`.
 */
export async function listSmartSessions(modal: Modal): Promise<void> {
  assertStarted(modal)
  // no more than who is connected is needed, with or without its wallet
  const connection = getConnection(modal.getState(), 'eip155')
  if (!connection) throw new NotConnectedError()
  const caipAddress = toCaipAddress(connection.caipNetworkId, connection.accounts[0].address)
  const attempt = beginAttempt(modal, { key: sessionKeys.list, deadline: sessionDelays.call })
  setSessions(modal, (before) => {
    const known = before?.caipAddress === caipAddress ? before : undefined
    return { caipAddress, sessions: known?.sessions ?? [], revoking: known?.revoking, status: 'loading' }
  })
  try {
    const request = { address: caipAddress, signal: attempt.signal }
    const sessions = await attempt.race(fetchSmartSessions(modal, request))
    attempt.signal.throwIfAborted()
    setSessions(modal, (before) => before && { ...before, sessions, status: 'ready', error: undefined })
  } catch (cause) {
    const { code, shortMessage: message } = toLatchkeyError(cause)
    if (!attempt.isLatest()) return
    setSessions(modal, (before) => before && { ...before, status: 'failed', error: { code, message } })
  } finally {
    attempt.end()
  }
}
