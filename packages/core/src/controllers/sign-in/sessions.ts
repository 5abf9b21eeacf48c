import type { Siwx, SiwxSession } from '../../contracts/auth.js'
import {
  NoActiveAddressError,
  NoActiveNetworkError,
  SignInCheckFailedError,
  SiwxNotEnabledError,
} from '../../errors/signIn.js'
import { assertStarted, beginAttempt } from '../../modal/attempts.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { getNetwork } from '../../modal/namespaces.js'
import { hasSiwx } from '../../modal/signIn.js'
import { startRoute } from '../../modal/startState.js'
import {
  type CaipAddress,
  type CaipNetworkId,
  isSameAddress,
  splitCaipAddress,
  toCaipAddress,
} from '../../utils/caip.js'
import { readField } from '../../utils/records.js'
import { disconnect } from '../connection/disconnect.js'
import type { Connection } from '../connection/state.js'
import { reset, showToast } from '../shell/actions.js'
import { createSiweBridge } from './siweBridge.js'
import { reduceSiwx, type SiwxEvent, type SiwxMemory, siwxTimeouts } from './state.js'

/** Returns the modal's sign-in configuration. Throws `SIWX_NOT_ENABLED` if there is none. [S8.38] */
export async function requireSiwx(modal: Modal): Promise<Siwx> {
  const inner = modal[internals]
  const { siweConfig } = inner.options
  if (!inner.siwx && siweConfig && hasSiwx(modal)) {
    inner.siwx = createSiweBridge(modal, siweConfig)
  }
  if (!inner.siwx) throw new SiwxNotEnabledError()
  return inner.siwx
}

/**
 * Checks whether the active account is signed in. If the check fails for a new account, disconnects its wallet and
 * returns to Connect [S8.14]; the known session of an earlier account stays valid until it expires. A newer check
 * replaces an older one.
 */
export async function checkSession(modal: Modal): Promise<void> {
  const account = getSignInAccount(modal.getState())
  if (!account) return
  const { caipAddress } = account
  const attempt = beginAttempt(modal, { key: 'siwx:check', timeout: siwxTimeouts.check })
  try {
    const session = await attempt.race(requireSiwx(modal).then((siwx) => findSession(modal, siwx, caipAddress)))
    if (attempt.isLatest()) setSiwx(modal, { type: 'checked', caipAddress, session })
  } catch (cause) {
    // not after a newer check, or when the modal is destroyed
    if (attempt.isLatest()) await failCheck(modal, caipAddress, cause).catch(modal[internals].warn)
  } finally {
    attempt.end()
  }
}

/** Finds a valid session of the account on its network. Rejects if the app's side does. */
export async function findSession(
  modal: Modal,
  siwx: Siwx,
  caipAddress: CaipAddress,
): Promise<SiwxSession | undefined> {
  const { namespace = 'eip155', reference = '', address = '' } = splitCaipAddress(caipAddress) ?? {}
  const chainId: CaipNetworkId = `${namespace}:${reference}`
  const sessions: unknown = await siwx.getSessions(chainId, address)
  if (!Array.isArray(sessions)) throw new TypeError('getSessions() returned no array.')
  return sessions.find((session: SiwxSession | null) => {
    const data = session && readField(session, 'data')
    const owner = typeof data === 'object' && data !== null ? readField(data, 'accountAddress') : undefined
    // the list may include other accounts and expired sessions
    return typeof owner === 'string' && isSameAddress(namespace, owner, address) && !isExpired(modal, session)
  })
}

/** Whether a session has expired. */
export function isExpired(modal: Modal, session: SiwxSession | null): boolean {
  const end = Date.parse(session?.data.expirationTime ?? '')
  return end <= modal.env.now()
}

/** The account to sign in: the active one, on a configured network. */
export type SignInAccount = {
  readonly caipAddress: CaipAddress
  readonly address: string
  readonly connection: Connection
  readonly isSmartAccount: boolean
}

/**
 * Returns the account to sign in; undefined without a connection, or on a network that must be switched first. [S4.21]
 */
export function getSignInAccount(state: ModalState): SignInAccount | undefined {
  const connection = getConnection(state)
  if (!connection || !getNetwork(state)) return undefined
  const { address, type } = connection.accounts[0]
  return {
    caipAddress: toCaipAddress(connection.caipNetworkId, address),
    address,
    connection,
    isSmartAccount: type === 'smartAccount',
  }
}

/**
 * Returns the account to sign in. Throws `NOT_STARTED`, `SIWX_NOT_ENABLED` [S8.38], `NO_ACTIVE_ADDRESS` [S8.39] or
 * `NO_ACTIVE_NETWORK` [S8.40].
 */
export function requireSignInAccount(modal: Modal): SignInAccount {
  assertStarted(modal)
  if (!hasSiwx(modal)) throw new SiwxNotEnabledError()
  const state = modal.getState()
  const connection = getConnection(state)
  if (!connection) throw new NoActiveAddressError()
  const account = getSignInAccount(state)
  const hasConnector = modal[internals].connectors.has(connection.connectorId)
  if (!account || !hasConnector)
    throw new NoActiveNetworkError({ details: account ? connection.connectorId : connection.caipNetworkId })
  return account
}

/** Applies an event to the sign-in. */
export function setSiwx(modal: Modal, event: SiwxEvent): void {
  modal[internals].store.setState((state) => {
    const siwx = reduceSiwx(state.siwx, event)
    return siwx === state.siwx ? state : { ...state, siwx }
  })
}

export function getSiwxMemory(modal: Modal): SiwxMemory {
  const inner = modal[internals]
  inner.signIns ??= { signedIn: [], due: undefined, unsent: undefined, isCanceling: false }
  return inner.signIns
}

/** Remembers that an account had a session on its network. */
export function rememberSignedIn(modal: Modal, caipAddress: CaipAddress): void {
  const memory = getSiwxMemory(modal)
  memory.signedIn = [caipAddress, ...memory.signedIn.filter((item) => item !== caipAddress)]
}

/** Max accounts that are remembered as declined. */
const maxDeclined = 20

/** Whether the user declined to sign in with this account, on any network: also before a reload, or in another tab. */
export function isDeclined(modal: Modal, caipAddress: CaipAddress): boolean {
  return readDeclined(modal).includes(toKey(caipAddress))
}

/** Remembers that the user declined: no automatic prompt until the account connects again. */
export function decline(modal: Modal, caipAddress: CaipAddress): void {
  writeDeclined(modal, [toKey(caipAddress), ...readDeclined(modal).filter((key) => key !== toKey(caipAddress))])
}

/** Forgets that the user declined. */
export function forgetDeclined(modal: Modal, caipAddress: CaipAddress): void {
  if (isDeclined(modal, caipAddress))
    writeDeclined(
      modal,
      readDeclined(modal).filter((key) => key !== toKey(caipAddress)),
    )
}

async function failCheck(modal: Modal, caipAddress: CaipAddress, cause: unknown): Promise<void> {
  const { warn } = modal[internals]
  const { siwx } = modal.getState()
  const error = new SignInCheckFailedError({ cause })
  warn(error)
  if (siwx.status !== 'checking') {
    if (siwx.status === 'signedIn' && isExpired(modal, siwx.session))
      setSiwx(modal, { type: 'checked', caipAddress, session: undefined })
    return
  }
  const account = getSignInAccount(modal.getState())
  if (account?.caipAddress !== caipAddress) return
  const { namespace, connectorId } = account.connection
  showToast(modal, { variant: 'error', message: { code: error.code } })
  // `keepSession`: there may be a session, and the user did not ask to end it
  const leaving = disconnect(modal, { namespace, connectorId, keepOpen: true, keepSession: true })
  if (modal.getState().modal.open) reset(modal, startRoute)
  await leaving.catch(() => undefined) // the toast already reports the failure
}

function toKey(caipAddress: CaipAddress): string {
  const { namespace = '', address = '' } = splitCaipAddress(caipAddress) ?? {}
  return `${namespace}:${namespace === 'eip155' ? address.toLowerCase() : address}`
}

function readDeclined(modal: Modal): readonly string[] {
  const { declinedSignIns } = modal[internals].persistence.read()
  return Array.isArray(declinedSignIns) ? declinedSignIns.filter((key) => typeof key === 'string') : []
}

function writeDeclined(modal: Modal, keys: readonly string[]): void {
  modal[internals].persistence.update((data) => ({ ...data, declinedSignIns: keys.slice(0, maxDeclined) }))
}
