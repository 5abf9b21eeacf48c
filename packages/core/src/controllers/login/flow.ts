import type { LatchkeyError } from '../../errors/LatchkeyError.js'
import { NoAuthConnectorError } from '../../errors/login.js'
import { ChainsNotSupportedError } from '../../errors/pairing.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { beginAttempt } from '../../modal/attempts.js'
import { getConnection, getPairingNamespaces } from '../../modal/connections.js'
import type { LoginMethod } from '../../modal/features.js'
import { internals, type Modal } from '../../modal/modal.js'
import { loginTimeouts } from '../../modal/timeouts.js'
import type { Namespace } from '../../utils/caip.js'
import { readField } from '../../utils/records.js'
import { type ConnectChainsResult, connectChains, finishConnect } from '../connection/flow.js'
import { forget } from '../connection/forget.js'
import { getAuthConnector } from '../requests/embeddedWallet.js'
import type { LoginError } from './state.js'

export type StepOptions<reply> = {
  /** A newer step replaces an older one with the same key. */
  readonly key: string
  /** Milliseconds. */
  readonly timeout: number
  readonly request: (signal: AbortSignal) => Promise<reply>
  /** Handles the reply. Returns the next step to run, if any. */
  readonly onReply: (reply: reply) => (() => Promise<void>) | undefined
  readonly onError: (error: LatchkeyError) => void
}

/**
 * Runs a step of a login flow and the steps that follow. Ignores a reply that arrives after the user has left or
 * started over. Resolves when the flow waits for the user or is done. Never rejects.
 */
export async function runStep<reply>(modal: Modal, options: StepOptions<reply>): Promise<void> {
  const { key, timeout, request, onReply, onError } = options
  const attempt = beginAttempt(modal, { key, timeout })
  let next: (() => Promise<void>) | undefined
  try {
    // async, so that a connector that throws synchronously rejects
    const reply = await attempt.race((async () => request(attempt.signal))())
    attempt.signal.throwIfAborted()
    next = onReply(reply)
  } catch (cause) {
    const error = toLatchkeyError(cause)
    if (attempt.isLatest()) onError(error)
  } finally {
    attempt.end()
  }
  await next?.()
}

type ConnectNamespacesOptions = {
  /** How the user has logged in. */
  readonly login: LoginMethod
  /** Undefined: all namespaces that both the wallet and the modal support. */
  readonly namespace: Namespace | undefined
  readonly signal: AbortSignal
}

/**
 * Connects the embedded wallet after a login in its namespaces, and in those where it is connected already: the login may be of another
 * user, so a connection that is not renewed ends. A failure in one does not stop the others. Remembers how the user has logged in, for
 * the next time.
 */
export async function connectNamespaces(
  modal: Modal,
  { login, namespace, signal }: ConnectNamespacesOptions,
): Promise<void> {
  const meta = getAuthConnector(modal)?.meta
  if (!meta) throw new NoAuthConnectorError()
  const [first, ...rest] = getPairingNamespaces(modal.getState(), meta, namespace)
  if (!first) throw new ChainsNotSupportedError()
  const live = meta.namespaces.filter((name) => getConnection(modal.getState(), name, meta.id))
  const others = [...rest, ...live.filter((name) => name !== first && !rest.includes(name))]
  let result: ConnectChainsResult | undefined
  try {
    result = await connectChains(modal, { connectorId: meta.id, namespaces: [first, ...others], signal })
  } finally {
    const isRenewed = (name: Namespace): boolean => result?.connections.some((made) => made.namespace === name) ?? false
    for (const name of live) if (!isRenewed(name)) forget(modal, name, { connectorId: meta.id })
  }
  const { persistence, store, warn } = modal[internals]
  for (const failure of Object.values(result.failures)) warn(failure)
  persistence.update((data) => ({ ...data, lastLogin: login }))
  store.setState((state) => ({ ...state, lastLogin: login }))
}

type ConnectLoginOptions = Omit<ConnectNamespacesOptions, 'signal'> & {
  /** Of the flow's step. */
  readonly key: string
  /** Whether a view of the flow is open. */
  readonly isShown: () => boolean
  readonly end: () => void
  readonly fail: (error: LatchkeyError) => void
  /** Called after `end`, if it succeeded. */
  readonly onDone?: (() => void) | undefined
}

/** The last step of a login: connects the namespaces, and closes the flow's views. */
export function connectLogin(
  modal: Modal,
  { key, isShown, end, fail, onDone, ...options }: ConnectLoginOptions,
): Promise<void> {
  return runStep(modal, {
    key,
    timeout: loginTimeouts.connect,
    request: (signal) => connectNamespaces(modal, { ...options, signal }),
    onReply: () => {
      const wasShown = isShown()
      end()
      onDone?.()
      if (wasShown) finishConnect(modal)
      return undefined
    },
    onError: (error) => {
      // if the user has left, there is nowhere to show the error
      if (error.code === 'ABORTED' || !isShown()) end()
      else fail(error)
    },
  })
}

/** Converts an error for the state, with the remaining seconds if it has them. */
export function toLoginError(error: LatchkeyError): LoginError {
  const { code, shortMessage: message } = error
  const retryAfter = readField(error, 'retryAfter')
  return typeof retryAfter === 'number' && retryAfter > 0 ? { code, message, retryAfter } : { code, message }
}
