import { ChainNotSupportedError } from '../../errors/network.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { abortAttempt, beginAttempt, clearTimer, setTimer } from '../../modal/attempts.js'
import { type CacheLimits, readCached, storeCached } from '../../modal/cached.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { hasBlockchainApi } from '../../service/blockchain/client.js'
import { fetchNameSuggestions, fetchProfile, registerProfile, toNameProfile } from '../../service/blockchain/names.js'
import type { NameProfile } from '../../service/blockchain/types.js'
import type { CaipNetworkId } from '../../utils/caip.js'
import { askWithin } from '../login/approval.js'
import { requireConnection, signMessage } from '../requests/wallet.js'
import { track } from '../shell/events.js'
import { getRoute, replace } from '../shell/router.js'
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

/** Whether the visitor may be offered a name: names are of EVM accounts, and somebody has to keep them. [S6.8] */
export function canRegisterName(modal: Modal): boolean {
  return hasBlockchainApi(modal) && getConnection(modal.getState(), 'eip155') !== undefined
}

/** Takes a name as it is typed; when the visitor pauses, asks whether it is free. What is no name is not asked about. [S5.18] */
export function setAccountName(modal: Modal, text: string): void {
  if (!setNames(modal, { type: 'typed', text })) return
  abortAttempt(modal, nameKeys.suggest)
  clearTimer(modal, nameKeys.suggest)
  if (parseAccountName(text) === null) return
  setTimer(modal, nameKeys.suggest, () => void fetchSuggestionsLater(modal), nameDelays.debounce)
}

const namespace = 'eip155'

/** Seconds for which what was signed counts. */
const validity = 300

/**
 * Registers the name that is chosen for the active EVM account [S6.8]: the account signs what is asked for, the service writes it down.
 * What the service finds wrong is in `state.names.error`. Does nothing where no free name is chosen, or one is being registered.
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
  const attempt = beginAttempt(modal, { key: nameKeys.register, deadline: nameDelays.register })
  const { signal } = attempt
  try {
    const timestamp = Math.floor(modal.env.now() / 1_000)
    // the service takes it from this page, for this chain and for five minutes only
    const domain = modal.env.window()?.location.origin
    const terms = { domain, chainId: connection.caipNetworkId, timestamp, expiresAt: timestamp + validity }
    const message = JSON.stringify({ name, attributes: {}, ...terms })
    const request = { namespace, connectorId, address, message, signal } as const
    const signature = await attempt.race(askWithin(modal, () => signMessage(modal, request)))
    signal.throwIfAborted()
    setNames(modal, { type: 'signed' })
    await attempt.race(registerProfile(modal, { coinType, address, message, signature, signal }))
    signal.throwIfAborted()
    setNames(modal, { type: 'registered' })
    track(modal, 'REGISTER_NAME_SUCCESS', undefined)
    const state = modal.getState()
    if (state.modal.open && getRoute(state).view === 'RegisterAccountName')
      replace(modal, { view: 'RegisterAccountNameSuccess', params: undefined })
    // a failure is told there; the name is the account's all the same
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

/** Asks whether the name that is typed is free, and for others like it. An answer for what was typed before is dropped. Never rejects. */
export async function fetchSuggestions(modal: Modal): Promise<void> {
  const name = parseAccountName(modal.getState().names?.text ?? '')
  if (name === null) return
  const attempt = beginAttempt(modal, { key: nameKeys.suggest, deadline: nameDelays.call })
  const { signal } = attempt
  try {
    // the service knows below which zone it registers
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

/** Asks whether the name that is typed is free, with code that comes by then. Never rejects. */
export async function fetchSuggestionsLater(modal: Modal): Promise<void> {
  try {
    await fetchSuggestions(modal)
  } catch (cause) {
    const { code, shortMessage: message } = toLatchkeyError(cause)
    setNames(modal, { type: 'failed', error: { code, message } })
  }
}

const limits: CacheLimits = { cache: 300_000, stored: 20 }

/**
 * Whom a name belongs to. Kept for 5 minutes, also between visits [S3.23, S9.2]; that nobody has it is not kept. Throws as
 * `callBlockchain` does.
 */
export async function readProfile(
  modal: Modal,
  request: { readonly name: string; readonly signal: AbortSignal },
): Promise<NameProfile | undefined> {
  const known = readStored(modal, request.name)
  if (known) return known
  const profile = await fetchProfile(modal, request)
  if (profile) storeCached(modal, 'names', request.name, profile, limits)
  return profile
}

function readStored(modal: Modal, name: string): NameProfile | undefined {
  const known = readCached(modal, 'names', name, limits)
  try {
    return known && toNameProfile(modal, known.value)
  } catch {
    return undefined // written by something else: asked for anew
  }
}

/** Ends what runs, and forgets the name that was typed. */
export function resetNames(modal: Modal): void {
  for (const key of Object.values(nameKeys)) abortAttempt(modal, key)
  clearTimer(modal, nameKeys.suggest)
  setNames(modal, { type: 'reset' })
}

/** Notes what happened to a name. Returns whether that changed anything. */
export function setNames(modal: Modal, event: NamesEvent): boolean {
  const before = modal.getState().names
  const names = reduceNames(before ?? initialNames, event)
  if (names === before) return false
  modal[internals].store.setState((state) => ({ ...state, names }))
  return true
}

/** Says that the rest is the id of an EVM chain. [ENSIP-11] */
const evmBit = 0x8000_0000

/** SLIP-44: ether, which is an account of Ethereum itself. */
const ether = 60

/** The coin type of an EVM network. Throws `CHAIN_NOT_SUPPORTED` for ids that have none. [ENSIP-11] */
export function toCoinType(caipNetworkId: CaipNetworkId): number {
  const [namespace, reference = ''] = caipNetworkId.split(':')
  const chainId = namespace === 'eip155' && /^\d+$/.test(reference) ? Number(reference) : 0
  if (chainId === 1) return ether
  // not by `|`, whose result has a sign
  if (chainId > 1 && chainId < evmBit) return evmBit + chainId
  throw new ChainNotSupportedError({ details: `${caipNetworkId} has no coin type.` })
}
