import { revokeSmartSession } from '../../api/blockchain/revokeSmartSession.js'
import { beginAttempt } from '../../attempts.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { getFeature } from '../../getFeature.js'
import type { Modal } from '../../modal.js'
import { toCaipAddress } from '../../utils/caip.js'
import { askWithin } from '../approval/askWithin.js'
import { callFeature } from '../connection/callFeature.js'
import { requireConnection } from '../connection/requireConnection.js'
import { signMessage } from '../connection/signMessage.js'
import { setSessions } from './setSessions.js'
import { sessionDelays, sessionKeys } from './state.js'

const namespace = 'eip155'

/**
 * Takes a permission back: in the wallet, where it keeps permissions itself, then at the service, for which the account signs
 * [S7.21]. How it failed is in `state.smartSessions.revoking.error`. One at a time; does nothing for what is not in the list. Throws
 * `NOT_STARTED` or `NOT_CONNECTED`.
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
  const attempt = beginAttempt(modal, { key: sessionKeys.revoke, deadline: sessionDelays.revoke })
  const { signal } = attempt
  const request = { namespace, connectorId, address, signal } as const
  setSessions(modal, (before) => before && { ...before, revoking: { pci } })
  try {
    const { context } = session
    if (context !== undefined && getFeature(connector, namespace, 'permissions:revoke'))
      await attempt.race(askWithin(modal, () => callFeature(modal, 'permissions:revoke', { ...request, context })))
    signal.throwIfAborted()
    // as the service writes an account: in small letters
    const message = `Revoke session ${pci} of ${caipAddress.toLowerCase()}`
    const signature = await attempt.race(askWithin(modal, () => signMessage(modal, { ...request, message })))
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
