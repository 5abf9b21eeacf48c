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
import { showToast } from '../shell/notices.js'
import { reset } from '../shell/router.js'
import { createSiweBridge } from './siweBridge.js'
import { reduceSiwx, type SiwxEvent, type SiwxMemory, siwxDeadlines } from './state.js'

/**
 * Looks whether the active account has signed in. Where that cannot be found out for an account that is new, its wallet is
 * disconnected and the modal is back on Connect [S8.14]; of one that was known before, what was known holds until its end.
 * A newer check takes the place of an older one.
 */
export async function checkSession(modal: Modal): Promise<void> {
  const account = getSignInAccount(modal.getState())
  if (!account) return
  const { caipAddress } = account
  const attempt = beginAttempt(modal, { key: 'siwx:check', deadline: siwxDeadlines.check })
  try {
    const session = await attempt.race(requireSiwx(modal).then((siwx) => findSession(modal, siwx, caipAddress)))
    if (attempt.isLatest()) setSiwx(modal, { type: 'checked', caipAddress, session })
  } catch (cause) {
    // a newer check, or the end of the modal
    if (attempt.isLatest()) await fail(modal, caipAddress, cause).catch(modal[internals].warn)
  } finally {
    attempt.end()
  }
}

async function fail(modal: Modal, caipAddress: CaipAddress, cause: unknown): Promise<void> {
  const { warn } = modal[internals]
  const { siwx } = modal.getState()
  const error = new SignInCheckFailedError({ cause })
  warn(error)
  if (siwx.status !== 'checking') {
    if (siwx.status === 'signedIn' && isOver(modal, siwx.session))
      setSiwx(modal, { type: 'checked', caipAddress, session: undefined })
    return
  }
  const account = getSignInAccount(modal.getState())
  if (account?.caipAddress !== caipAddress) return
  const { namespace, connectorId } = account.connection
  showToast(modal, { variant: 'error', message: { code: error.code } })
  // it is not known whether there is a session, and nobody asked to end it
  const leaving = disconnect(modal, { namespace, connectorId, keepOpen: true, keepSession: true })
  if (modal.getState().modal.open) reset(modal, startRoute)
  await leaving.catch(() => undefined) // the notice says so; the page is free all the same
}

/** A session of this account that is good on its network now. Rejects where the app's side does. */
export async function findSession(
  modal: Modal,
  siwx: Siwx,
  caipAddress: CaipAddress,
): Promise<SiwxSession | undefined> {
  const { namespace = 'eip155', reference = '', address = '' } = splitCaipAddress(caipAddress) ?? {}
  const chainId: CaipNetworkId = `${namespace}:${reference}`
  const sessions: unknown = await siwx.getSessions(chainId, address)
  if (!Array.isArray(sessions)) throw new TypeError('getSessions() gave no list.')
  return sessions.find((session: SiwxSession | null) => {
    const data = session && readField(session, 'data')
    const owner = typeof data === 'object' && data !== null ? readField(data, 'accountAddress') : undefined
    // the app's side may keep those of others, and those that are over
    return typeof owner === 'string' && isSameAddress(namespace, owner, address) && !isOver(modal, session)
  })
}

/** Whether a session has passed its own end. */
export function isOver(modal: Modal, session: SiwxSession | null): boolean {
  const end = Date.parse(session?.data.expirationTime ?? '')
  return end <= modal.env.now()
}

/** The sign-in of this modal. Throws `SIWX_NOT_ENABLED` where there is none. [S8.38] */
export async function requireSiwx(modal: Modal): Promise<Siwx> {
  const inner = modal[internals]
  const { siweConfig } = inner.options
  if (!inner.siwx && siweConfig && hasSiwx(modal)) {
    inner.siwx = createSiweBridge(modal, siweConfig)
  }
  if (!inner.siwx) throw new SiwxNotEnabledError()
  return inner.siwx
}

/** Tells the state what happened to the sign-in. */
export function setSiwx(modal: Modal, event: SiwxEvent): void {
  modal[internals].store.setState((state) => {
    const siwx = reduceSiwx(state.siwx, event)
    return siwx === state.siwx ? state : { ...state, siwx }
  })
}

/** The account that signs in: the active one, on a network of this modal. */
export type SignInAccount = {
  readonly caipAddress: CaipAddress
  readonly address: string
  readonly connection: Connection
  readonly isSmartAccount: boolean
}

/** Undefined where nothing is connected, or the wallet is on a network that the modal lacks: that comes first. [S4.21] */
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

/** Throws `NOT_STARTED`, `SIWX_NOT_ENABLED` [S8.38], `NO_ACTIVE_ADDRESS` [S8.39] or `NO_ACTIVE_NETWORK` [S8.40]. */
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

/** Of this modal. */
export function getSiwxMemory(modal: Modal): SiwxMemory {
  const inner = modal[internals]
  inner.signIns ??= { signedIn: [], due: undefined, unsent: undefined, isLeaving: false }
  return inner.signIns
}

/** Notes that an account had a session on its network just now. */
export function rememberSignedIn(modal: Modal, caipAddress: CaipAddress): void {
  const memory = getSiwxMemory(modal)
  memory.signedIn = [caipAddress, ...memory.signedIn.filter((item) => item !== caipAddress)]
}

/** How many accounts are remembered that chose not to sign in. */
const mostDeclined = 20

/** Whether this account, on whichever network, chose not to sign in: here, before a reload, or in another tab. */
export function isDeclined(modal: Modal, caipAddress: CaipAddress): boolean {
  return read(modal).includes(toKey(caipAddress))
}

/** Not asked again by itself, until it is connected anew. */
export function decline(modal: Modal, caipAddress: CaipAddress): void {
  write(modal, [toKey(caipAddress), ...read(modal).filter((key) => key !== toKey(caipAddress))])
}

export function forgetDeclined(modal: Modal, caipAddress: CaipAddress): void {
  if (isDeclined(modal, caipAddress))
    write(
      modal,
      read(modal).filter((key) => key !== toKey(caipAddress)),
    )
}

function toKey(caipAddress: CaipAddress): string {
  const { namespace = '', address = '' } = splitCaipAddress(caipAddress) ?? {}
  return `${namespace}:${namespace === 'eip155' ? address.toLowerCase() : address}`
}

function read(modal: Modal): readonly string[] {
  const { declinedSignIns } = modal[internals].persistence.read()
  return Array.isArray(declinedSignIns) ? declinedSignIns.filter((key) => typeof key === 'string') : []
}

function write(modal: Modal, keys: readonly string[]): void {
  modal[internals].persistence.update((data) => ({ ...data, declinedSignIns: keys.slice(0, mostDeclined) }))
}
