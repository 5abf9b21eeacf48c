import { NotConnectedError } from '../../errors/connection.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { fetchSmartSessions, revokeSmartSession } from '../../service/blockchain/sessions.js'
import { toCaipAddress } from '../../utils/caip.js'
import { requestInFlow } from '../login/approval.js'
import { callFeature, getFeature, requireConnection, signMessage } from '../requests/wallet.js'
import { type SmartSessionsState, sessionDelays, sessionKeys } from './state.js'

/** The only namespace with smart sessions. */
const namespace = 'eip155'

/**
 * Loads the permissions that the active EVM account has granted on its network into `state.smartSessions`, and keeps
 * the known ones of the same account meanwhile. Failures go to its `error`. Throws `NOT_STARTED` or `NOT_CONNECTED`.
 */
export async function listSmartSessions(modal: Modal): Promise<void> {
  assertStarted(modal)
  // only needs the address, so not `requireConnection`
  const connection = getConnection(modal.getState(), namespace)
  if (!connection) throw new NotConnectedError()
  const caipAddress = toCaipAddress(connection.caipNetworkId, connection.accounts[0].address)
  const attempt = beginAttempt(modal, { key: sessionKeys.list, timeout: sessionDelays.call })
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

/**
 * Revokes a permission: in the wallet, if that manages permissions, then at the service, for which the account signs a
 * message [S7.21]. Failures go to `state.smartSessions.revoking.error`. Does nothing for unknown permissions, or while
 * one is being revoked. Throws `NOT_STARTED` or `NOT_CONNECTED`.
 */
export async function endSmartSession(modal: Modal, { pci }: { readonly pci: string }): Promise<void> {
  const { connection, connector, account } = requireConnection(modal, { namespace })
  const { connectorId, caipNetworkId } = connection
  const { address } = account
  const caipAddress = toCaipAddress(caipNetworkId, address)
  const { smartSessions } = modal.getState()
  const session = smartSessions?.sessions.find((candidate) => candidate.pci === pci)
  const isRunning = smartSessions?.revoking !== undefined && !smartSessions.revoking.error
  if (!session || smartSessions?.caipAddress !== caipAddress || isRunning) return
  const attempt = beginAttempt(modal, { key: sessionKeys.revoke, timeout: sessionDelays.revoke })
  const { signal } = attempt
  const request = { namespace, connectorId, address, signal } as const
  setSessions(modal, (before) => before && { ...before, revoking: { pci } })
  try {
    const { context } = session
    if (context !== undefined && getFeature(connector, namespace, 'permissions:revoke'))
      await attempt.race(requestInFlow(modal, () => callFeature(modal, 'permissions:revoke', { ...request, context })))
    signal.throwIfAborted()
    // the service expects the account in lower case
    const message = `Revoke session ${pci} of ${caipAddress.toLowerCase()}`
    const signature = await attempt.race(requestInFlow(modal, () => signMessage(modal, { ...request, message })))
    signal.throwIfAborted()
    await attempt.race(revokeSmartSession(modal, { address: caipAddress, pci, signature, signal }))
    signal.throwIfAborted()
    const revokedAt = Math.floor(modal.env.now() / 1_000)
    setSessions(
      modal,
      (before) =>
        before && {
          ...before,
          revoking: undefined,
          sessions: before.sessions.map((known) => (known.pci === pci ? { ...known, revokedAt } : known)),
        },
    )
  } catch (cause) {
    const { code, shortMessage: message } = toLatchkeyError(cause)
    if (!attempt.isLatest()) return
    setSessions(modal, (before) => before && { ...before, revoking: { pci, error: { code, message } } })
  } finally {
    attempt.end()
  }
}

function setSessions(
  modal: Modal,
  change: (before: SmartSessionsState | undefined) => SmartSessionsState | undefined,
): void {
  const smartSessions = change(modal.getState().smartSessions)
  modal[internals].store.setState((state) => ({ ...state, smartSessions }))
}
