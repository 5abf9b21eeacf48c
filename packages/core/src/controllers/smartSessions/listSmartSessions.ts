import { fetchSmartSessions } from '../../api/blockchain/fetchSmartSessions.js'
import { beginAttempt } from '../../attempts.js'
import { nameFault } from '../../errors/nameFault.js'
import type { Modal } from '../../modal.js'
import { toCaipAddress } from '../../utils/caip.js'
import { requireConnection } from '../connection/requireConnection.js'
import { setSessions } from './setSessions.js'
import { sessionDelays, sessionKeys } from './state.js'

/**
 * Reads the permissions that the active EVM account has granted on its network into `state.smartSessions`, or why they could not be
 * read. What is known of the same account shows meanwhile. Throws `NOT_STARTED` or `NOT_CONNECTED`.
 */
export async function listSmartSessions(modal: Modal): Promise<void> {
  const { connection, account } = requireConnection(modal, { namespace: 'eip155' })
  const caipAddress = toCaipAddress(connection.caipNetworkId, account.address)
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
    const { code, shortMessage: message } = await nameFault(cause)
    if (!attempt.isLatest()) return
    setSessions(modal, (before) => before && { ...before, status: 'failed', error: { code, message } })
  } finally {
    attempt.end()
  }
}
