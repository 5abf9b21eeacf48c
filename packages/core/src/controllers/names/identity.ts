import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { readCached, storeCached } from '../../modal/cached.js'
import { getConnection, toWatchKey } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNetwork, updateNamespace } from '../../modal/namespaces.js'
import { timeouts } from '../../modal/timeouts.js'
import { hasBlockchainApi, isChainServed } from '../../service/blockchain/client.js'
import { imageUrl, optional, text } from '../../service/blockchain/fields.js'
import { fetchIdentityOf, fetchProfilesOf } from '../../service/blockchain/names.js'
import { type IdentityState, identityLimits } from './state.js'

/** The only namespace with names. [S6.8] */
const namespace = 'eip155'

type FetchIdentityOptions = {
  /** Requests the identity even if the last one is still fresh, e.g. after registering a name. */
  readonly force?: boolean | undefined
}

/**
 * Reads name and picture of the EVM account into the state: the service's identity of the address, or else its newest
 * registered name [S7.3, S7.14]. Persisted and fresh for 5 minutes [S9.2]. Undefined on test networks and networks that
 * the service does not serve. A failure is only logged: the UI shows the address instead.
 */
export async function fetchIdentity(
  modal: Modal,
  { force = false }: FetchIdentityOptions = {},
): Promise<IdentityState | undefined> {
  assertStarted(modal)
  const connection = getConnection(modal.getState(), namespace)
  const network = getNetwork(modal.getState(), namespace)
  if (!connection || !network || network.testnet || !hasBlockchainApi(modal)) return undefined
  const { address } = connection.accounts[0]
  const stored = force ? undefined : readStoredIdentity(modal, address)
  if (stored) return setIdentity(modal, stored)

  const attempt = beginAttempt(modal, { key: 'identity', timeout: timeouts.read })
  try {
    if (!(await isChainServed(modal, network.caipNetworkId, attempt.signal))) return undefined
    const identity = await attempt.race(readIdentity(modal, address, { sender: address, signal: attempt.signal }))
    const isCurrent = getConnection(modal.getState(), namespace)?.accounts[0].address === address
    if (!attempt.isLatest() || !isCurrent) return undefined
    storeIdentity(modal, identity)
    return setIdentity(modal, identity)
  } catch (cause) {
    if (attempt.isLatest()) modal[internals].warn(cause)
    return undefined
  } finally {
    attempt.end()
  }
}

/** Keeps the identity of the EVM account up to date while something shows it. Returns its unsubscribe. */
export function watchIdentity(modal: Modal): () => void {
  const read = (): void => {
    if (modal.getState().status === 'ready') fetchIdentity(modal).catch(modal[internals].warn)
  }
  read()
  return modal.subscribe((state, previous) => {
    if (toWatchKey(state, namespace) !== toWatchKey(previous, namespace)) read()
  })
}

/** Requests the identity of an address from the service. */
export async function readIdentity(
  modal: Modal,
  address: string,
  { sender, signal }: { readonly sender: string | undefined; readonly signal: AbortSignal },
): Promise<IdentityState> {
  const { name, avatar } = await fetchIdentityOf(modal, { address, sender, signal })
  if (name) return { address, name, image: avatar }
  const [profile] = await fetchProfilesOf(modal, { address, sender, signal })
  return { address, name: profile?.name, image: avatar ?? profile?.attributes.find((entry) => entry.avatar)?.avatar }
}

function setIdentity(modal: Modal, identity: IdentityState): IdentityState {
  updateNamespace(modal, namespace, (entry) => ({ ...entry, identity }))
  return identity
}

/** Returns the persisted identity of an address while it is fresh. [S3.23, S9.2] */
export function readStoredIdentity(modal: Modal, address: string): IdentityState | undefined {
  const value = readCached(modal, 'identities', address.toLowerCase(), identityLimits)?.value
  return value === undefined
    ? undefined
    : { address, name: optional(value, 'name', text), image: optional(value, 'image', imageUrl(modal)) }
}

/** Persists an identity. */
export function storeIdentity(modal: Modal, { address, name, image }: IdentityState): void {
  storeCached(modal, 'identities', address.toLowerCase(), { name, image }, identityLimits)
}
