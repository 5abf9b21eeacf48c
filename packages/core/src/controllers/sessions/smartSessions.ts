import type { GrantedPermissions } from '../../contracts/features.js'
import { NotConnectedError } from '../../errors/connection.js'
import { ServiceNotConfiguredError } from '../../errors/services.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { hasBlockchainApi } from '../../service/blockchain/client.js'
import { fetchSmartSessions, revokeSmartSession } from '../../service/blockchain/sessions.js'
import type { SmartSession } from '../../service/blockchain/types.js'
import { toCaipAddress } from '../../utils/caip.js'
import { requestInFlow } from '../login/approval.js'
import { callFeature, getFeature, requireConnection, signMessage, type WalletRequest } from '../requests/wallet.js'
import { namespace, type SmartSessionsState, sessionDelays, sessionKeys } from './state.js'

/**
 * Loads the permissions of the active EVM account on its network into `state.smartSessions`: those that the wallet
 * lists for this app, and those of all apps that the service lists. Keeps the known ones of the same account meanwhile.
 * Failures go to its `error`. Throws `NOT_STARTED` or `NOT_CONNECTED`.
 */
export async function listSmartSessions(modal: Modal): Promise<void> {
  assertStarted(modal)
  // only needs the address, so not `requireConnection`
  const connection = getConnection(modal.getState(), namespace)
  if (!connection) throw new NotConnectedError()
  const { connectorId, caipNetworkId } = connection
  const { address } = connection.accounts[0]
  const caipAddress = toCaipAddress(caipNetworkId, address)
  const attempt = beginAttempt(modal, { key: sessionKeys.list, timeout: sessionDelays.call })
  const { signal } = attempt
  setSessions(modal, (before) => {
    const known = before?.caipAddress === caipAddress ? before : undefined
    return { caipAddress, sessions: known?.sessions ?? [], revoking: known?.revoking, status: 'loading' }
  })
  try {
    const [granted, listed] = await attempt.race(
      Promise.all([
        listGranted(modal, { connectorId, address, signal }),
        hasBlockchainApi(modal) ? fetchSmartSessions(modal, { address: caipAddress, signal }) : undefined,
      ]),
    )
    signal.throwIfAborted()
    if (!granted && !listed) throw new ServiceNotConfiguredError({ service: 'blockchainApi' })
    const own = granted?.filter((permissions) => permissions.caipNetworkId === caipNetworkId)
    const sessions = mergeSessions(modal, { granted: own, listed: listed ?? [] })
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
 * Whether there can be permissions to list: of an EVM account, by the app's service, or by an embedded wallet whose
 * account grants them. Other wallets' lists are joined to the service's.
 */
export function canListPermissions(modal: Modal): boolean {
  const connection = getConnection(modal.getState(), namespace)
  const connector = connection && modal[internals].connectors.get(connection.connectorId)
  if (!connector) return false
  const isLogin = connector.meta.type === 'AUTH'
  return hasBlockchainApi(modal) || (isLogin && getFeature(connector, namespace, 'permissions:list') !== undefined)
}

/** What the wallet lists for this app; undefined if it keeps no list or cannot be asked. */
async function listGranted(
  modal: Modal,
  request: { readonly connectorId: string; readonly address: string; readonly signal: AbortSignal },
): Promise<readonly GrantedPermissions[] | undefined> {
  const { connector } = requireConnection(modal, { namespace, connectorId: request.connectorId })
  if (!getFeature(connector, namespace, 'permissions:list')) return undefined
  return callFeature(modal, 'permissions:list', { ...request, namespace }).catch(() => undefined)
}

type SessionLists = {
  readonly granted: readonly GrantedPermissions[] | undefined
  readonly listed: readonly SmartSession[]
}

/**
 * Joins both lists by context. What the service lists for this page and the wallet no longer does has been revoked
 * there; of other pages' permissions the wallet says nothing.
 */
function mergeSessions(modal: Modal, { granted, listed }: SessionLists): readonly SmartSession[] {
  if (!granted) return listed
  const contexts = granted.map(({ context }) => context)
  const project = getProject(modal)
  const now = Math.floor(modal.env.now() / 1_000)
  const merged = listed.map((session): SmartSession => {
    const { context = '', expiration = Number.POSITIVE_INFINITY } = session
    if (contexts.includes(context)) return { ...session, listedBy: ['wallet', 'service'] }
    const isOwn = session.project.id === project.id && session.project.url === project.url
    const isOver = Boolean(session.revokedAt) || expiration <= now
    return isOwn && !isOver ? { ...session, revokedAt: now } : session
  })
  const more = granted.filter(({ context }) => !listed.some((session) => session.context === context))
  return [
    ...more.map(({ context, permissions, expiry }): SmartSession => {
      return { pci: context, project, expiration: expiry, permissions, context, listedBy: ['wallet'] }
    }),
    ...merged,
  ]
}

/** This app as the service shows it to users, with the page's own origin. */
export function getProject(modal: Modal): SmartSession['project'] {
  const { metadata, projectId } = modal[internals].options
  const { document, location } = modal.env.window() ?? {}
  const id = projectId ?? location?.origin ?? ''
  const name = (metadata?.name ?? (document?.title || location?.host || id)).slice(0, 200)
  const iconUrl = metadata?.icons?.find((icon) => /^https?:/.test(icon))
  return { id, name, url: location?.origin, ...(iconUrl !== undefined && { iconUrl }) }
}

/**
 * Revokes a permission: in the wallet, if that manages permissions, then at the service if that lists it, for which the
 * account signs a message [S7.21], unless the wallet has signed it with the same approval. Failures go to
 * `state.smartSessions.revoking.error`. Does nothing for unknown permissions, or while one is being revoked. Throws
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
  const attempt = beginAttempt(modal, { key: sessionKeys.revoke, timeout: sessionDelays.revoke })
  const { signal } = attempt
  const request = { namespace, connectorId, address, signal } as const
  setSessions(modal, (before) => before && { ...before, revoking: { pci } })
  try {
    const { context, listedBy } = session
    const canRevoke = context !== undefined && getFeature(connector, namespace, 'permissions:revoke')
    const revocation = canRevoke && (await attempt.race(revokeInWallet(modal, { ...request, context, listedBy })))
    signal.throwIfAborted()
    if (listedBy.includes('service')) {
      // the service expects the account in lower case
      const message = `Revoke session ${pci} of ${caipAddress.toLowerCase()}`
      const signature =
        revocation || (await attempt.race(requestInFlow(modal, () => signMessage(modal, { ...request, message }))))
      signal.throwIfAborted()
      await attempt.race(revokeSmartSession(modal, { address: caipAddress, pci, signature, signal }))
    }
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

type RevokeRequest = WalletRequest & Pick<SmartSession, 'listedBy'> & { readonly context: string }

/** Resolves with the signature for the service, if the wallet made it. */
async function revokeInWallet(modal: Modal, { listedBy, ...request }: RevokeRequest): Promise<string | undefined> {
  try {
    return await requestInFlow(modal, () => callFeature(modal, 'permissions:revoke', request))
  } catch (cause) {
    // a wallet that doesn't list the permission and knows no such request has not granted it
    const isForeign = !listedBy.includes('wallet') && toLatchkeyError(cause).code === 'UNSUPPORTED_METHOD'
    if (!isForeign) throw cause
    return undefined
  }
}

function setSessions(
  modal: Modal,
  change: (before: SmartSessionsState | undefined) => SmartSessionsState | undefined,
): void {
  const smartSessions = change(modal.getState().smartSessions)
  modal[internals].store.setState((state) => ({ ...state, smartSessions }))
}
