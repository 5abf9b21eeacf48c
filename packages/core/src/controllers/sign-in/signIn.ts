import type { Siwx, SiwxMessage, SiwxMessageFields, SiwxSession } from '../../contracts/auth.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import { AbortedError, isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { ServerError } from '../../errors/services.js'
import { SignInFailedError } from '../../errors/signIn.js'
import { beginAttempt } from '../../modal/attempts.js'
import { deadlines } from '../../modal/deadlines.js'
import { internals, type Modal } from '../../modal/modal.js'
import { waitFor } from '../../rpc/wait.js'
import { isSameAddress } from '../../utils/caip.js'
import { callFeature, getFeature } from '../requests/wallet.js'
import { track } from '../shell/events.js'
import { isSignInShown } from '../shell/router.js'
import type { SiwxEventProperties } from '../shell/state.js'
import { isUnanswered, openSignIn, startSignIn } from './follow.js'
import {
  checkSession,
  findSession,
  getSiwxMemory,
  isOver,
  rememberSignedIn,
  requireSignInAccount,
  requireSiwx,
  type SignInAccount,
  setSiwx,
} from './sessions.js'
import { siwxDeadlines } from './state.js'

/**
 * A session that the app's side has taken. Where that did not answer the last time, the signature of then is sent again, if
 * it did not come through after all; no wallet is asked a second time.
 */
async function obtainSession(modal: Modal, account: SignInAccount, signal: AbortSignal): Promise<SiwxSession> {
  const { env } = modal
  const siwx = await requireSiwx(modal)
  const unsent = findUnsent(modal, account)
  if (unsent) {
    const looking = findSession(modal, siwx, account.caipAddress)
    const found = await waitFor(looking, { env, signal, deadline: siwxDeadlines.check })
    if (found) {
      getSiwxMemory(modal).unsent = undefined
      return found
    }
  }
  const session = unsent ?? (await askSignature(modal, siwx, { account, signal }))
  await hand(modal, siwx, session, signal)
  return session
}

function findUnsent(modal: Modal, { address, connection }: SignInAccount): SiwxSession | undefined {
  const { unsent } = getSiwxMemory(modal)
  if (!unsent || isOver(modal, unsent)) return undefined
  const { accountAddress, chainId } = unsent.data
  const isSame = isSameAddress(connection.namespace, accountAddress, address) && chainId === connection.caipNetworkId
  return isSame ? unsent : undefined
}

async function hand(modal: Modal, siwx: Siwx, session: SiwxSession, signal: AbortSignal): Promise<void> {
  const memory = getSiwxMemory(modal)
  memory.unsent = undefined
  const handing = (async () => siwx.addSession(session))()
  try {
    await waitFor(handing, { env: modal.env, signal, deadline: siwxDeadlines.verify })
  } catch (cause) {
    if (isUnanswered(cause)) memory.unsent = session
    // it may be taken after all, when nobody waits any more
    handing.then(
      () => checkSession(modal),
      () => undefined, // told already
    )
    throw cause
  }
}

/** What is told of a sign-in: never who it is. [S8.58] */
export function toProperties({ connection, isSmartAccount }: SignInAccount): SiwxEventProperties {
  return { network: connection.caipNetworkId, isSmartAccount }
}

/** What the app's side says without a code of ours: `SERVER_ERROR` where nobody answered, else `SIGN_IN_FAILED`. */
export function toSignInError(cause: unknown): LatchkeyError {
  if (isLatchkeyError(cause)) return cause
  const details = cause instanceof Error ? cause.message : String(cause)
  return isUnanswered(cause) ? new ServerError({ cause, details }) : new SignInFailedError({ cause, details })
}

export type SignInOptions = { readonly signal?: AbortSignal | undefined }

/** Milliseconds: as long as all parts together may take. */
const signInDeadline = deadlines.approval + siwxDeadlines.check + siwxDeadlines.message + siwxDeadlines.verify

/**
 * Signs the active account in: makes the message, has the wallet sign it, hands the signature over, and closes the view that
 * asks [S4.22]. Where it fails the view is there again and says so [S4.23]; leaving the view ends the attempt. A signature
 * that nobody took, as the server did not answer, is sent again by the next call without asking the wallet. Who has signed in
 * already is not asked.
 *
 * Throws `NOT_STARTED`, `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `NO_ACTIVE_NETWORK`, `ABORTED`, `ACCOUNT_CHANGED`,
 * `TIMED_OUT`, what `signMessage` throws, what the app's side throws where that has a code, else `SIGN_IN_FAILED`.
 */
export async function signIn(modal: Modal, { signal }: SignInOptions = {}): Promise<SiwxSession> {
  const account = requireSignInAccount(modal)
  await startSignIn(modal)
  const { caipAddress } = account
  const { siwx } = modal.getState()
  if (siwx.status === 'signedIn' && siwx.caipAddress === caipAddress) return siwx.session
  const properties = toProperties(account)
  const attempt = beginAttempt(modal, { key: 'siwx:sign', deadline: signInDeadline, signal })
  const leave = (): void => modal[internals].attempts.get('siwx:sign')?.abort(new AbortedError())
  const unwatch =
    isSignInShown(modal.getState()) &&
    modal.subscribe((state) => {
      if (!isSignInShown(state)) leave()
    })
  track(modal, 'CLICK_SIGN_SIWX_MESSAGE', properties)
  setSiwx(modal, { type: 'asked', caipAddress })
  try {
    const session = await attempt.race(obtainSession(modal, account, attempt.signal))
    attempt.signal.throwIfAborted()
    if (unwatch) unwatch()
    track(modal, 'SIWX_AUTH_SUCCESS', properties)
    rememberSignedIn(modal, caipAddress)
    setSiwx(modal, { type: 'signed', caipAddress, session })
    return session
  } catch (cause) {
    if (unwatch) unwatch()
    const error = toSignInError(cause)
    // a newer attempt tells its own story
    if (attempt.isLatest()) fail(modal, account, error)
    throw error
  } finally {
    attempt.end()
  }
}

function fail(modal: Modal, account: SignInAccount, { code, shortMessage: message }: LatchkeyError): void {
  const { caipAddress } = account
  // what the visitor ended, or the account of before, has nobody to tell
  const isLeft = code === 'ABORTED' || code === 'ACCOUNT_CHANGED'
  if (!isLeft) track(modal, 'SIWX_AUTH_ERROR', { ...toProperties(account), code, message })
  setSiwx(modal, { type: 'failed', caipAddress, error: isLeft ? undefined : { code, message } })
  // who has signed in meanwhile, in another tab, is not asked
  const isSettled = modal.getState().siwx.status === 'signedIn' || isSignInShown(modal.getState())
  if (!isLeft && !isSettled) openSignIn(modal)
}

/** Makes a message and has the wallet of the account sign it, in its own sign-in form where it has one. */
async function askSignature(
  modal: Modal,
  siwx: Siwx,
  { account, signal }: { readonly account: SignInAccount; readonly signal: AbortSignal },
): Promise<SiwxSession> {
  const { address, connection } = account
  const { namespace, connectorId, caipNetworkId: chainId } = connection
  const made = await waitFor((async () => siwx.createMessage({ accountAddress: address, chainId }))(), {
    env: modal.env,
    signal,
    deadline: siwxDeadlines.message,
  })
  const message = made.toString()
  const data = toFields(made)
  if (message === '' || message === String({}))
    throw new SignInFailedError({ details: 'createMessage() gave no text to sign.' })
  const connector = modal[internals].connectors.get(connectorId)
  const request = { namespace, connectorId, address, message, signal }
  const signature: unknown =
    connector && getFeature(connector, namespace, 'signIn:sign')
      ? await callFeature(modal, 'signIn:sign', { ...request, data })
      : await callFeature(modal, 'message:sign', request)
  if (typeof signature !== 'string' || signature === '') throw new InvalidWalletReplyError({ details: 'No signature.' })
  return { data, message, signature }
}

const names = [
  'accountAddress',
  'chainId',
  'domain',
  'uri',
  'version',
  'nonce',
  'notBefore',
  'statement',
  'resources',
  'requestId',
  'issuedAt',
  'expirationTime',
  'serializedMessage',
] as const satisfies readonly (keyof SiwxMessageFields)[]

/** The fields of a message that the app made in its own way, as plain data. [S3.16] */
export function toFields(message: SiwxMessage): SiwxMessageFields {
  const entries = names.map((name) => [name, message[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as SiwxMessageFields
}
