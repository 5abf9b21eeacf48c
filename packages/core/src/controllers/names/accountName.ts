import { ChainNotSupportedError } from '../../errors/network.js'
import { abortAttempt, beginAttempt, clearTimer, setTimer } from '../../modal/attempts.js'
import { type CacheLimits, readCached, storeCached } from '../../modal/cached.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { hasBlockchainApi } from '../../service/blockchain/client.js'
import { fetchNameSuggestions, fetchProfile, registerProfile, toNameProfile } from '../../service/blockchain/names.js'
import type { NameProfile } from '../../service/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { requestInFlow } from '../login/approval.js'
import { requireConnection, signMessage } from '../requests/wallet.js'
import { getRoute, replace, track } from '../shell/actions.js'
import { fetchIdentity } from './identity.js'
import {
  initialNames,
  type NamesEvent,
  nameDelays,
  nameKeys,
  parseAccountName,
  reduceNames,
  toNameError,
} from './state.js'

/** The only namespace with names. [S6.8] */
const namespace = 'eip155'

/** Whether a name can be registered: needs an EVM account and `services.blockchainApi`. [S6.8] */
export function canRegisterName(modal: Modal): boolean {
  return hasBlockchainApi(modal) && getConnection(modal.getState(), namespace) !== undefined
}

/** Sets the name as the user types; checks its availability when they pause. Invalid names are not checked. [S5.18] */
export function setAccountName(modal: Modal, text: string): void {
  if (!setNames(modal, { type: 'typed', text })) return
  abortAttempt(modal, nameKeys.suggest)
  clearTimer(modal, nameKeys.suggest)
  if (parseAccountName(text) === null) return
  setTimer(modal, nameKeys.suggest, () => void fetchSuggestions(modal), nameDelays.debounce)
}

/** Seconds for which the service accepts the signed message. */
const validity = 300

/**
 * Registers the chosen name for the active EVM account [S6.8]: the account signs a message, which goes to the service.
 * Failures are reported in `state.names.error`. Does nothing if no available name is chosen, or while one is being
 * registered.
 *
 * Throws `NOT_STARTED`, `NOT_CONNECTED` or `CHAIN_NOT_SUPPORTED`.
 */
export async function registerAccountName(modal: Modal): Promise<void> {
  const { connection, account } = requireConnection(modal, { namespace })
  const coinType = toCoinType(connection.caipNetworkId)
  const { address } = account
  const { connectorId } = connection
  const name = modal.getState().names?.name
  if (!setNames(modal, { type: 'signing' })) return
  const attempt = beginAttempt(modal, { key: nameKeys.register, timeout: nameDelays.register })
  const { signal } = attempt
  try {
    const timestamp = Math.floor(modal.env.now() / 1_000)
    // limits the signature to this page, this chain and five minutes
    const domain = modal.env.window()?.location.origin
    const terms = { domain, chainId: connection.caipNetworkId, timestamp, expiresAt: timestamp + validity }
    const message = JSON.stringify({ name, attributes: {}, ...terms })
    const request = { namespace, connectorId, address, message, signal } as const
    const signature = await attempt.race(requestInFlow(modal, () => signMessage(modal, request)))
    signal.throwIfAborted()
    setNames(modal, { type: 'signed' })
    await attempt.race(registerProfile(modal, { coinType, address, message, signature, signal }))
    signal.throwIfAborted()
    setNames(modal, { type: 'registered' })
    track(modal, 'REGISTER_NAME_SUCCESS', undefined)
    const state = modal.getState()
    if (state.modal.open && getRoute(state).view === 'RegisterAccountName')
      replace(modal, { view: 'RegisterAccountNameSuccess', params: undefined })
    // never rejects; the name is registered even if this fails
    void fetchIdentity(modal, { force: true })
  } catch (cause) {
    const error = toNameError(cause)
    if (!attempt.isLatest()) return
    setNames(modal, { type: 'failed', error })
    track(modal, 'REGISTER_NAME_ERROR', { code: error.code, message: error.message })
  } finally {
    attempt.end()
  }
}

/** Aborts pending requests and clears the registration. */
export function resetNames(modal: Modal): void {
  for (const key of Object.values(nameKeys)) abortAttempt(modal, key)
  clearTimer(modal, nameKeys.suggest)
  setNames(modal, { type: 'reset' })
}

const profileLimits: CacheLimits = { cache: 300_000, stored: 20 }

/**
 * Looks up the owner of a name; undefined if it is not registered. Found profiles are persisted and fresh for 5 minutes
 * [S3.23, S9.2]. Throws as `callBlockchain` does.
 */
export async function readProfile(
  modal: Modal,
  request: { readonly name: string; readonly signal: AbortSignal },
): Promise<NameProfile | undefined> {
  const known = readStoredProfile(modal, request.name)
  if (known) return known
  const profile = await fetchProfile(modal, request)
  if (profile) storeCached(modal, 'names', request.name, profile, profileLimits)
  return profile
}

/** Marks coin types that contain an EVM chain id [ENSIP-11]. By itself: every EVM network [ENSIP-19]. */
const evmBit = 0x8000_0000

/** SLIP-44 coin type of Ethereum mainnet. */
const ether = 60

/**
 * Returns the address of a name on an EVM network: the one for this network, or else for every EVM network, which names
 * of keys have. The address for another network, such as Ethereum mainnet, is not used: on this network, the address of a
 * smart account may be unused, or belong to another user. [ENSIP-19]
 */
export function findAddress({ addresses }: NameProfile, caipNetworkId: CaipNetworkId): string | undefined {
  return (addresses[String(toCoinType(caipNetworkId))] ?? addresses[String(evmBit)])?.address
}

/** Returns the coin type of an EVM network. Throws `CHAIN_NOT_SUPPORTED` for other networks. [ENSIP-11] */
export function toCoinType(caipNetworkId: CaipNetworkId): number {
  const [namespace, reference = ''] = caipNetworkId.split(':')
  const chainId = namespace === 'eip155' && /^\d+$/.test(reference) ? Number(reference) : 0
  if (chainId === 1) return ether
  // not by `|`, which yields a signed integer
  if (chainId > 1 && chainId < evmBit) return evmBit + chainId
  throw new ChainNotSupportedError({ details: `${caipNetworkId} has no coin type.` })
}

/**
 * Checks whether the typed name is available, and loads similar names. Drops responses for an earlier text. Never
 * rejects.
 */
async function fetchSuggestions(modal: Modal): Promise<void> {
  const name = parseAccountName(modal.getState().names?.text ?? '')
  if (name === null) return
  const attempt = beginAttempt(modal, { key: nameKeys.suggest, timeout: nameDelays.call })
  const { signal } = attempt
  try {
    // empty zone: the service uses its own
    const suggestions = await attempt.race(fetchNameSuggestions(modal, { name, zone: '', signal }))
    signal.throwIfAborted()
    setNames(modal, { type: 'suggested', suggestions })
  } catch (cause) {
    const error = toNameError(cause)
    if (attempt.isLatest()) setNames(modal, { type: 'failed', error })
  } finally {
    attempt.end()
  }
}

function readStoredProfile(modal: Modal, name: string): NameProfile | undefined {
  const known = readCached(modal, 'names', name, profileLimits)
  try {
    return known && toNameProfile(modal, known.value)
  } catch {
    return undefined // not written by this version: request again
  }
}

/** Applies an event to the registration. Returns whether it changed anything. */
function setNames(modal: Modal, event: NamesEvent): boolean {
  const before = modal.getState().names
  const names = reduceNames(before ?? initialNames, event)
  if (names === before) return false
  modal[internals].store.setState((state) => ({ ...state, names }))
  return true
}
