import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { readCached, storeCached } from '../../modal/cached.js'
import { getConnection, toWatchKey } from '../../modal/connections.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import { getNetwork, updateNamespace } from '../../modal/namespaces.js'
import { hasBlockchainApi, isChainServed } from '../../service/blockchain/client.js'
import { imageUrl, optional, text } from '../../service/blockchain/fields.js'
import { fetchIdentityOf, fetchProfilesOf } from '../../service/blockchain/names.js'
import { type IdentityState, identityLimits } from './state.js'

/** The only chain family with names. [S6.8] */
const namespace = 'eip155'

export type FetchIdentityOptions = {
  /** Asks again although the last answer is still fresh, as when a name has just been registered. */
  readonly force?: boolean | undefined
}

/**
 * Reads name and picture of the EVM account into the state: what the service knows of the address, else its newest
 * registered name [S7.3, S7.14]. Kept for 5 minutes, also between visits [S9.2]. Test networks and networks that the
 * service does not serve have none. Resolves with what is known then; a failure is told to the developer only, as an address
 * without a name is shown as it is.
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
  const stored = force ? undefined : readIdentity(modal, address)
  if (stored) return setIdentity(modal, stored)

  const attempt = beginAttempt(modal, { key: 'identity', deadline: deadlines.read })
  try {
    if (!(await isChainServed(modal, network.caipNetworkId, attempt.signal))) return undefined
    const identity = await attempt.race(readName(modal, address, attempt.signal))
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

async function readName(modal: Modal, address: string, signal: AbortSignal): Promise<IdentityState> {
  const { name, avatar } = await fetchIdentityOf(modal, { address, sender: address, signal })
  if (name) return { address, name, image: avatar }
  const [profile] = await fetchProfilesOf(modal, { address, sender: address, signal })
  return { address, name: profile?.name, image: avatar ?? profile?.attributes.find((entry) => entry.avatar)?.avatar }
}

function setIdentity(modal: Modal, identity: IdentityState): IdentityState {
  updateNamespace(modal, namespace, (entry) => ({ ...entry, identity }))
  return identity
}

/** Keeps the name of the EVM account known while something shows it. Returns its unsubscribe. */
export function watchIdentity(modal: Modal): () => void {
  const read = (): void => {
    if (modal.getState().status === 'ready') fetchIdentity(modal).catch(modal[internals].warn)
  }
  read()
  return modal.subscribe((state, previous) => {
    if (toWatchKey(state, 'eip155') !== toWatchKey(previous, 'eip155')) read()
  })
}

/** The name of an address from this visit or the last, as long as it is fresh. [S3.23, S9.2] */
export function readIdentity(modal: Modal, address: string): IdentityState | undefined {
  const value = readCached(modal, 'identities', address.toLowerCase(), identityLimits)?.value
  return value === undefined
    ? undefined
    : { address, name: optional(value, 'name', text), image: optional(value, 'image', imageUrl(modal)) }
}

/** Keeps it; the oldest are forgotten. */
export function storeIdentity(modal: Modal, { address, name, image }: IdentityState): void {
  storeCached(modal, 'identities', address.toLowerCase(), { name, image }, identityLimits)
}
