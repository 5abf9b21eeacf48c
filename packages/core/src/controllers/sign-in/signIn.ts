import type { Siwx, SiwxMessage, SiwxMessageFields, SiwxSession } from '../../contracts/auth.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import { AbortedError, isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { ServerError } from '../../errors/services.js'
import { SignInFailedError } from '../../errors/signIn.js'
import { beginAttempt } from '../../modal/attempts.js'
import { internals, type Modal } from '../../modal/modal.js'
import { timeouts } from '../../modal/timeouts.js'
import { waitFor } from '../../rpc/wait.js'
import { isSameAddress } from '../../utils/caip.js'
import { callFeature, getFeature } from '../requests/wallet.js'
import { isSignInShown, track } from '../shell/actions.js'
import type { SiwxEventProperties } from '../shell/state.js'
import { isUnanswered, openSignIn, startSignIn } from './flow.js'
import {
  checkSession,
  findSession,
  getSiwxMemory,
  isExpired,
  rememberSignedIn,
  requireSignInAccount,
  requireSiwx,
  type SignInAccount,
  setSiwx,
} from './sessions.js'
import { siwxTimeouts } from './state.js'

export type SignInOptions = { readonly signal?: AbortSignal | undefined }

/** Milliseconds: the sum of all steps. */
const signInTimeout = timeouts.approval + siwxTimeouts.check + siwxTimeouts.message + siwxTimeouts.verify

/**
 * Signs in the active account: creates the message, requests the wallet's signature, submits it, and closes the sign-in
 * view [S4.22]. A failure shows the view again with the error [S4.23]; leaving the view ends the attempt. If the server
 * did not respond, the next call submits the same signature without asking the wallet again. Resolves at once if the
 * account is already signed in.
 *
 * Throws `NOT_STARTED`, `SIWX_NOT_ENABLED`, `NO_ACTIVE_ADDRESS`, `NO_ACTIVE_NETWORK`, `ABORTED`, `ACCOUNT_CHANGED`,
 * `TIMED_OUT`, the errors of `signMessage`, and the errors of the app's side if they have a code, else
 * `SIGN_IN_FAILED`.
 */
export async function signIn(modal: Modal, { signal }: SignInOptions = {}): Promise<SiwxSession> {
  const account = requireSignInAccount(modal)
  await startSignIn(modal)
  const { caipAddress } = account
  const { siwx } = modal.getState()
  if (siwx.status === 'signedIn' && siwx.caipAddress === caipAddress) return siwx.session
  const properties = toProperties(account)
  const attempt = beginAttempt(modal, { key: 'siwx:sign', timeout: signInTimeout, signal })
  const leave = (): void => modal[internals].attempts.get('siwx:sign')?.abort(new AbortedError())
  const unwatch =
    isSignInShown(modal.getState()) &&
    modal.subscribe((state) => {
      if (!isSignInShown(state)) leave()
    })
  track(modal, 'CLICK_SIGN_SIWX_MESSAGE', properties)
  setSiwx(modal, { type: 'asked', caipAddress })
  try {
    const session = await attempt.race(createSession(modal, account, attempt.signal))
    attempt.signal.throwIfAborted()
    if (unwatch) unwatch()
    track(modal, 'SIWX_AUTH_SUCCESS', properties)
    rememberSignedIn(modal, caipAddress)
    setSiwx(modal, { type: 'signed', caipAddress, session })
    return session
  } catch (cause) {
    if (unwatch) unwatch()
    const error = toSignInError(cause)
    // a newer attempt reports its own outcome
    if (attempt.isLatest()) failSignIn(modal, account, error)
    throw error
  } finally {
    attempt.end()
  }
}

/**
 * Creates a session and submits it to the app's side. If the server did not respond the last time, submits the earlier
 * signature again (unless it arrived after all) instead of asking the wallet again.
 */
async function createSession(modal: Modal, account: SignInAccount, signal: AbortSignal): Promise<SiwxSession> {
  const { env } = modal
  const siwx = await requireSiwx(modal)
  const unsent = findUnsent(modal, account)
  if (unsent) {
    const lookup = findSession(modal, siwx, account.caipAddress)
    const found = await waitFor(lookup, { env, signal, timeout: siwxTimeouts.check })
    if (found) {
      getSiwxMemory(modal).unsent = undefined
      return found
    }
  }
  const session = unsent ?? (await requestSignature(modal, siwx, { account, signal }))
  await submitSession(modal, siwx, session, signal)
  return session
}

function findUnsent(modal: Modal, { address, connection }: SignInAccount): SiwxSession | undefined {
  const { unsent } = getSiwxMemory(modal)
  if (!unsent || isExpired(modal, unsent)) return undefined
  const { accountAddress, chainId } = unsent.data
  const isSame = isSameAddress(connection.namespace, accountAddress, address) && chainId === connection.caipNetworkId
  return isSame ? unsent : undefined
}

/** Creates a message and requests the wallet's signature, with its sign-in feature if it has one. */
async function requestSignature(
  modal: Modal,
  siwx: Siwx,
  { account, signal }: { readonly account: SignInAccount; readonly signal: AbortSignal },
): Promise<SiwxSession> {
  const { address, connection } = account
  const { namespace, connectorId, caipNetworkId: chainId } = connection
  const created = await waitFor((async () => siwx.createMessage({ accountAddress: address, chainId }))(), {
    env: modal.env,
    signal,
    timeout: siwxTimeouts.message,
  })
  const message = created.toString()
  const data = toFields(created)
  if (message === '' || message === String({}))
    throw new SignInFailedError({ details: 'createMessage() returned no text to sign.' })
  const connector = modal[internals].connectors.get(connectorId)
  const request = { namespace, connectorId, address, message, signal }
  const signature: unknown =
    connector && getFeature(connector, namespace, 'signIn:sign')
      ? await callFeature(modal, 'signIn:sign', { ...request, data })
      : await callFeature(modal, 'message:sign', request)
  if (typeof signature !== 'string' || signature === '')
    throw new InvalidWalletReplyError({ details: 'The wallet returned no signature.' })
  return { data, message, signature }
}

async function submitSession(modal: Modal, siwx: Siwx, session: SiwxSession, signal: AbortSignal): Promise<void> {
  const memory = getSiwxMemory(modal)
  memory.unsent = undefined
  const submission = (async () => siwx.addSession(session))()
  try {
    await waitFor(submission, { env: modal.env, signal, timeout: siwxTimeouts.verify })
  } catch (cause) {
    if (isUnanswered(cause)) memory.unsent = session
    // it may still be accepted after the timeout
    submission.then(
      () => checkSession(modal),
      () => undefined, // already thrown
    )
    throw cause
  }
}

function failSignIn(modal: Modal, account: SignInAccount, { code, shortMessage: message }: LatchkeyError): void {
  const { caipAddress } = account
  // don't report what the user has ended, or an account that is no longer active
  const isLeft = code === 'ABORTED' || code === 'ACCOUNT_CHANGED'
  if (!isLeft) track(modal, 'SIWX_AUTH_ERROR', { ...toProperties(account), code, message })
  setSiwx(modal, { type: 'failed', caipAddress, error: isLeft ? undefined : { code, message } })
  // the user may have signed in from another tab meanwhile
  const isSettled = modal.getState().siwx.status === 'signedIn' || isSignInShown(modal.getState())
  if (!isLeft && !isSettled) openSignIn(modal)
}

/** Returns the event properties of a sign-in, without the address. [S8.58] */
export function toProperties({ connection, isSmartAccount }: SignInAccount): SiwxEventProperties {
  return { network: connection.caipNetworkId, isSmartAccount }
}

/** Converts an error of the app's side: `SERVER_ERROR` if it did not respond, else `SIGN_IN_FAILED`. */
export function toSignInError(cause: unknown): LatchkeyError {
  if (isLatchkeyError(cause)) return cause
  const details = cause instanceof Error ? cause.message : String(cause)
  return isUnanswered(cause) ? new ServerError({ cause, details }) : new SignInFailedError({ cause, details })
}

const fieldNames = [
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

/** Returns the fields of the app's message as plain data. [S3.16] */
export function toFields(message: SiwxMessage): SiwxMessageFields {
  const entries = fieldNames.map((name) => [name, message[name]] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as unknown as SiwxMessageFields
}
