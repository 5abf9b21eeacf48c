import type { ConnectorEvents } from '../../contracts/connector.js'
import type { GrantedPermissions, Permission } from '../../contracts/features.js'
import { beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { hasBlockchainApi, isNotFound } from '../../service/blockchain/client.js'
import { activateSmartSession, createSmartSession, revokeSmartSession } from '../../service/blockchain/sessions.js'
import { toCaipAddress } from '../../utils/caip.js'
import { callFeature, requireConnection, signMessage, type WalletRequest } from '../requests/wallet.js'
import { getProject, listSmartSessions } from './smartSessions.js'
import { namespace, sessionDelays } from './state.js'

export type RequestPermissionsRequest = Omit<WalletRequest, 'namespace'> & {
  /** At least one; the wallet grants all or none. */
  readonly permissions: readonly Permission[]
  /** Seconds since the epoch. */
  readonly expiry: number
}

/**
 * Asks the user for permissions to act for the EVM account on its current network without asking each time, e.g. to
 * spend up to an amount until a time [ERC-7715]. Pass the `context` of the result with calls. The permissions are also
 * recorded at the service, if the app has one, so that the user finds them in the modal; wallets that don't do this
 * with the same approval ask for a signature. Without it the permissions are granted all the same.
 *
 * Throws `NOT_CONNECTED`, `FEATURE_NOT_SUPPORTED`, `UNSUPPORTED_METHOD` (the wallet grants none), `INVALID_PARAMS`,
 * `USER_REJECTED`, or what the wallet reports.
 */
export async function requestPermissions(
  modal: Modal,
  request: RequestPermissionsRequest,
): Promise<GrantedPermissions> {
  const { connection, account } = requireConnection(modal, { ...request, namespace })
  const { connectorId } = connection
  const { address } = account
  const granted = await callFeature(modal, 'permissions:request', { ...request, namespace, connectorId, address })
  await record(modal, { connectorId, address, granted }).catch(modal[internals].warn)
  return granted
}

/**
 * Records at the service what an embedded wallet granted, or no longer grants, after a request of the app to its
 * provider. Does nothing if the wallet has not signed for it: the app has not asked for a signature.
 */
export async function recordPermission(
  modal: Modal,
  connectorId: string,
  { address, status, context, signature }: ConnectorEvents['permission'],
): Promise<void> {
  if (signature === undefined || !hasBlockchainApi(modal)) return
  const timeout = sessionDelays.call
  if (status === 'granted') {
    const list = await callFeature(modal, 'permissions:list', { namespace, connectorId, address, timeout })
    const granted = list.find((candidate) => candidate.context === context)
    if (granted) await record(modal, { connectorId, address, granted: { ...granted, activation: signature } })
    return
  }
  const { connection } = requireConnection(modal, { namespace, connectorId })
  const account = toCaipAddress(connection.caipNetworkId, address)
  const attempt = beginAttempt(modal, { timeout })
  try {
    const request = { address: account, pci: toPci(context), signature, signal: attempt.signal }
    await attempt.race(revokeSmartSession(modal, request))
  } catch (cause) {
    if (!isNotFound(cause)) throw cause // it was never recorded
  } finally {
    attempt.end()
  }
  await refresh(modal)
}

type GrantedRecord = {
  readonly connectorId: string
  readonly address: string
  readonly granted: GrantedPermissions
}

/** Creates the session at the service and activates it by the account's signature [S7.20]. Nothing without a service. */
async function record(modal: Modal, { connectorId, address, granted }: GrantedRecord): Promise<void> {
  const { context, caipNetworkId, permissions, expiry, activation } = granted
  if (!hasBlockchainApi(modal) || expiry === undefined) return
  const attempt = beginAttempt(modal, { timeout: sessionDelays.revoke })
  const { signal } = attempt
  const account = toCaipAddress(caipNetworkId, address)
  try {
    const pci = await attempt.race(
      createSmartSession(modal, {
        address: account,
        pci: activation === undefined ? undefined : toPci(context),
        project: getProject(modal),
        permissions,
        expiry,
        signal,
      }),
    )
    // the service expects the account in lower case
    const message = `Activate session ${pci} of ${account.toLowerCase()}`
    const signature =
      activation ?? (await attempt.race(signMessage(modal, { namespace, connectorId, address, message, signal })))
    await attempt.race(activateSmartSession(modal, { address: account, pci, signature, context, signal }))
  } finally {
    attempt.end()
  }
  await refresh(modal)
}

/** Reads the list again if it has been shown. */
async function refresh(modal: Modal): Promise<void> {
  if (modal.getState().smartSessions) await listSmartSessions(modal)
}

/** The session's id, where the wallet signs for it before the service has given one. */
function toPci(context: string): string {
  return context.replace(/^0x/, '')
}
