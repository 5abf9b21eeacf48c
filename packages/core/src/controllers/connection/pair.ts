import type { PairingSignIn } from '../../contracts/auth.js'
import type { Connector } from '../../contracts/connector.js'
import type { PairingCode } from '../../contracts/features.js'
import { InvalidWalletReplyError } from '../../errors/connection.js'
import { ChainsNotSupportedError, NoWalletConnectError } from '../../errors/pairing.js'
import { storeWalletLink } from '../../links/rememberedLink.js'
import { type Attempt, beginAttempt, getCooldown, setTimer, startCooldown } from '../../modal/attempts.js'
import { getPairingNamespaces } from '../../modal/connections.js'
import { internals, type Modal } from '../../modal/modal.js'
import { hasSiwx } from '../../modal/signIn.js'
import { timeouts } from '../../modal/timeouts.js'
import type { Namespace } from '../../utils/caip.js'
import { isRecord } from '../../utils/records.js'
import { endAsk, setAskError, startAsk, updateAsk } from '../requests/asks.js'
import { abortOnLeave, getRoute, show, track } from '../shell/actions.js'
import type { ViewName } from '../shell/state.js'
import type { PairingSignInRun } from '../sign-in/state.js'
import { rememberWallet, toConnectError, trackFailure } from './connect.js'
import { endUnusedSession } from './disconnect.js'
import { connectChains, finishConnect } from './flow.js'
import { releaseWallet } from './forget.js'
import { type Ask, type Connection, type Pairing, pairingRetryDelay } from './state.js'

export type StartPairingOptions = {
  /** Id of the wallet in the list that the user chose. Default: any wallet. */
  readonly walletId?: string | undefined
  /** Limits the pairing to one namespace. Default: all that the modal has. */
  readonly namespace?: Namespace | undefined
}

type RequestPairingOptions = {
  readonly walletId?: string | undefined
  readonly namespace?: Namespace | undefined
  readonly onCode: (code: PairingCode) => void
  readonly signIn?: PairingSignIn | undefined
}

/** Maximum length of a code, more than any camera could scan. */
const maxUriLength = 2_048

type PairAsk = Extract<Ask, { readonly kind: 'pair' }>

type Namespaces = readonly [Namespace, ...Namespace[]]

const views: readonly ViewName[] = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']

/**
 * Runs the flow behind the views with pairing codes: pairs with a wallet on another device or in another app, and
 * connects it in every namespace that it approved. Codes and errors are in `state.ask`. To retry, call it again; it
 * then waits until a second has passed [S9.14]. A second call with the same options joins the running pairing. A call
 * with other options, or leaving the view, ends it with `ABORTED`, closing the modal with `MODAL_CLOSED`.
 *
 * Throws the error that is also in `ask.error`: `NO_WALLETCONNECT` [S8.47], `CONNECTION_REJECTED`,
 * `CHAINS_NOT_SUPPORTED`, `RELAY_UNREACHABLE`, `TIMED_OUT` after an hour, or an error of `connect`.
 */
export function startPairing(
  modal: Modal,
  { walletId, namespace = modal.getState().modal.namespace }: StartPairingOptions = {},
): Promise<readonly Connection[]> {
  const inner = modal[internals]
  const key = JSON.stringify([walletId, namespace])
  if (inner.pairing?.key === key && !inner.pairing.signal.aborted) return inner.pairing.result
  const controller = new AbortController()
  let settle: (running: Promise<readonly Connection[]>) => void = () => undefined
  const result = new Promise<readonly Connection[]>((resolve) => {
    settle = resolve
  })
  // set before the state changes, so that a view mounted by that change joins this pairing
  const pairing: Pairing = { key, result, signal: controller.signal }
  inner.pairing = pairing
  const running = pair(modal, controller, pairing, { walletId, namespace }).finally(() => {
    if (inner.pairing === pairing) inner.pairing = undefined
  })
  settle(running)
  return result
}

/**
 * Returns the connector that pairs with wallets on other devices; undefined if there is none or the app disabled it.
 */
export function findPairingConnector(modal: Modal): Connector | undefined {
  const { connectors, options } = modal[internals]
  return options.enableWalletConnect
    ? [...connectors.values()].find(({ meta }) => meta.type === 'WALLET_CONNECT')
    : undefined
}

/** Parses a code of a connector: an EIP-1328 URI and its expiry, without other fields. Null if it is invalid. */
export function parsePairingCode(value: unknown): PairingCode | null {
  if (!isRecord(value)) return null
  const { uri, expiresAt } = value
  const isUri = typeof uri === 'string' && uri.length <= maxUriLength && /^wc:[!-~]+$/.test(uri)
  return isUri && typeof expiresAt === 'number' && Number.isFinite(expiresAt) ? { uri, expiresAt } : null
}

/** Runs one pairing, which `controller` can abort with the error to report. */
async function pair(
  modal: Modal,
  controller: AbortController,
  pairing: Pairing,
  { walletId, namespace }: StartPairingOptions,
): Promise<readonly Connection[]> {
  const connector = findPairingConnector(modal)
  const connectorId = connector?.meta.id ?? 'walletConnect'
  let ask = startAsk<PairAsk>(modal, { kind: 'pair', connectorId, walletId, namespace })
  const setCode = (code: PairingCode | undefined): void => {
    ask = updateAsk(modal, ask, { code })
  }
  if (!modal.getState().modal.open || !views.includes(getRoute(modal.getState()).view))
    show(modal, { view: 'ConnectingWalletConnect', params: { walletId, namespace } })
  const { view } = getRoute(modal.getState())

  const unwatch = abortOnLeave(modal, view, controller)
  const attempt = beginAttempt(modal, { key: 'pair', timeout: timeouts.pairing, signal: controller.signal })
  const onCode = (value: PairingCode): void => {
    if (attempt.signal.aborted) return
    const code = parsePairingCode(value)
    if (code) setCode(code)
    else controller.abort(new InvalidWalletReplyError({ details: 'pairing:start: invalid code.' }))
  }
  try {
    if (!connector) throw new NoWalletConnectError()
    const signIn = await prepareSignIn(modal, connector, namespace, attempt)
    const options = { namespace, walletId, onCode, signIn: signIn?.request }
    const namespaces = await requestPairing(modal, connector, attempt, options)
    // from now on, leaving the view must not undo the connection
    unwatch()
    setCode(undefined)
    await signIn?.settle()
    const connections = await connectApproved(modal, connector, namespaces, attempt.signal)
    endAsk(modal, ask)
    if (walletId) rememberWallet(modal, walletId)
    const { link } = pairing
    storeWalletLink(modal, link && { ...link, connectorId })
    // unless the same view already shows a code for another wallet
    if (!attempt.signal.aborted && getRoute(modal.getState()).view === view) finishConnect(modal)
    return connections
  } catch (cause) {
    const error = toConnectError(cause)
    setAskError(modal, ask, error)
    throw error
  } finally {
    unwatch()
    attempt.end()
  }
}

/** Prepares a sign-in with the consent that connects, which is possible if only EVM is requested. [S4.25] */
async function prepareSignIn(
  modal: Modal,
  { meta }: Connector,
  namespace: Namespace | undefined,
  { race, signal }: Attempt,
): Promise<PairingSignInRun | undefined> {
  const asked = getPairingNamespaces(modal.getState(), meta, namespace)
  if (!hasSiwx(modal) || asked.some((name) => name !== 'eip155')) return undefined
  const loading = modal[internals].load.signIn()
  return race(loading.then(({ createPairingSignIn }) => createPairingSignIn(modal, signal)))
}

/** Connects the approved namespaces. A failure in one doesn't affect the others; if all fail, the session ends. */
async function connectApproved(
  modal: Modal,
  { meta }: Connector,
  namespaces: Namespaces,
  signal: AbortSignal,
): Promise<readonly Connection[]> {
  const { warn } = modal[internals]
  try {
    const { connections, failures } = await connectChains(modal, { connectorId: meta.id, namespaces, signal })
    for (const failure of Object.values(failures)) warn(failure)
    return connections
  } catch (cause) {
    if (signal.aborted) endUnusedSession(modal, { connectorId: meta.id })
    else releaseWallet(modal, { connectorId: meta.id, namespace: namespaces[0] }).catch(warn)
    throw cause
  }
}

/**
 * Requests a pairing from the connector. Resolves with the approved namespaces among those requested, the active one
 * first.
 */
async function requestPairing(
  modal: Modal,
  { meta, features }: Connector,
  { race, signal }: Attempt,
  { namespace, walletId, onCode, signIn }: RequestPairingOptions,
): Promise<readonly [Namespace, ...Namespace[]]> {
  const [first, ...rest] = getPairingNamespaces(modal.getState(), meta, namespace)
  track(modal, 'SELECT_WALLET', { connectorId: meta.id, name: meta.name, walletId })
  try {
    const delay = getCooldown(modal, 'pair')
    if (delay > 0) await race(new Promise<void>((resolve) => setTimer(modal, 'pair', resolve, delay)))
    const run = features['pairing:start']
    if (!first || !run) throw new ChainsNotSupportedError()
    // async, so that a synchronous throw rejects
    const pairing = (async () => run({ namespaces: [first, ...rest], onCode, signIn, signal }))()
    const reply: unknown = await race(pairing).catch((cause: unknown) => {
      pairing.then(
        () => endUnusedSession(modal, { connectorId: meta.id }),
        () => undefined, // reported above
      )
      throw cause
    })
    const [main, ...others] = [first, ...rest].filter((name) => Array.isArray(reply) && reply.includes(name))
    if (!main) {
      endUnusedSession(modal, { connectorId: meta.id, keepLive: true })
      throw new ChainsNotSupportedError()
    }
    return [main, ...others]
  } catch (cause) {
    const error = toConnectError(cause)
    trackFailure(modal, meta.id, error)
    const isLeft = error.code === 'ABORTED' || error.code === 'MODAL_CLOSED'
    if (!isLeft) startCooldown(modal, 'pair', pairingRetryDelay)
    throw error
  }
}
