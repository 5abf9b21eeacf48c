import type { ConnectorMeta } from '../../contracts/connector.js'
import type { ErrorCode } from '../../errors/codes.js'
import { AbortedError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { getConnection } from '../../modal/connections.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isRefusedNetwork, setActiveNamespace } from '../../modal/namespaces.js'
import { hasSiwx } from '../../modal/signIn.js'
import { type ByNamespace, isNamespace, type Namespace } from '../../utils/caip.js'
import { endAsk, setAskError, startAsk } from '../requests/asks.js'
import { applyNetworkPolicy } from '../requests/setNetwork.js'
import { abortOnLeave, close, getRoute, goBack, pop, reset, show, track } from '../shell/actions.js'
import type { ViewName } from '../shell/state.js'
import { getConnectors } from '../wallets/connectors.js'
import { connect } from './connect.js'
import type { Ask, Connection, NamespaceRequestState } from './state.js'

export type StartConnectOptions = {
  readonly connectorId: string
  /** For wallets in several namespaces. Default: the user chooses. */
  readonly namespace?: Namespace | undefined
}

export type StartConnectChainsOptions = {
  readonly connectorId: string
  readonly namespaces: readonly [Namespace, ...Namespace[]]
}

export type ConnectChainsOptions = {
  /** Id of a `MULTI_CHAIN` connector, or of one that spans namespaces by itself. */
  readonly connectorId: string
  /** Connected in this order, one after the other, as wallets show one prompt at a time. */
  readonly namespaces: readonly [Namespace, ...Namespace[]]
  readonly onProgress?: ((namespace: Namespace, ask: NamespaceRequestState) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export type ConnectChainsResult = {
  readonly connections: readonly Connection[]
  readonly failures: ByNamespace<LatchkeyError>
}

type Chains = Extract<Ask, { readonly kind: 'connectChains' }>['chains']

/** Error codes after which the user wants no further prompts. */
const finalCodes: readonly ErrorCode[] = ['ABORTED', 'MODAL_CLOSED']

/** Views that continue once a wallet is connected. */
const returnViews: readonly ViewName[] = ['ProfileWallets', 'Pay', 'WalletSend']

/**
 * Runs the flow behind a wallet list item: shows the waiting view, opening the modal if necessary, asks the wallet, and
 * closes the modal once connected. Leaving the view aborts the attempt with `ABORTED`, closing the modal with
 * `MODAL_CLOSED` [S8.3]. An attempt that the app starts in the same namespace closes this view. Other errors are shown
 * in the view, which offers to retry. A wallet in several namespaces leads to the view that connects all of them, a
 * pairing connector to the view with codes, an embedded wallet to its login.
 */
export function startConnect(
  modal: Modal,
  { connectorId, ...options }: StartConnectOptions,
): Promise<Connection | undefined> {
  const state = modal.getState()
  const namespace = options.namespace ?? state.modal.namespace
  const meta = [...state.connectors, ...getConnectors(state)].find(({ id }) => id === connectorId)
  track(modal, 'SELECT_WALLET', { connectorId, name: meta?.name ?? connectorId })
  // the waiting view, the request and the connection are one change; not the event, as opening the modal has one of its own
  return modal[internals].store.batch(() => runConnect(modal, { connectorId, namespace, meta }))
}

type RunConnectOptions = StartConnectOptions & {
  /** Absent for a connector that has gone. */
  readonly meta: ConnectorMeta | undefined
}

async function runConnect(
  modal: Modal,
  { connectorId, namespace, meta }: RunConnectOptions,
): Promise<Connection | undefined> {
  const state = modal.getState()
  if (meta?.type === 'MULTI_CHAIN' && !namespace) {
    show(modal, { view: 'ConnectingMultiChain', params: { connectorId } })
    return undefined
  }
  if (meta?.type === 'WALLET_CONNECT') {
    show(modal, { view: 'ConnectingWalletConnect', params: { namespace } })
    return undefined
  }
  if (meta?.type === 'AUTH') {
    const { passkey, email, socials, phone } = state.features
    if (passkey && !email && !socials) show(modal, { view: 'ConnectingPasskey', params: { use: 'login' } })
    else if (!email && socials) show(modal, { view: 'ConnectSocials', params: undefined })
    else if (!email && phone) show(modal, { view: 'PhoneLogin', params: { namespace } })
    else show(modal, { view: 'EmailLogin', params: { namespace } })
    return undefined
  }
  show(modal, { view: 'ConnectingExternal', params: { connectorId, namespace } })
  const ask = startAsk(modal, { kind: 'connect', connectorId })

  const controller = new AbortController()
  const unwatch = abortOnLeave(modal, 'ConnectingExternal', controller)
  try {
    const connection = await connect(modal, { connectorId, namespace, signal: controller.signal })
    unwatch()
    modal[internals].store.batch(() => {
      endAsk(modal, ask)
      if (!controller.signal.aborted) finishConnect(modal)
    })
    return connection
  } catch (cause) {
    const error = toLatchkeyError(cause)
    const isReplaced = error.code === 'ABORTED' && !controller.signal.aborted && modal.getState().ask === ask
    setAskError(modal, ask, error)
    // the app or another tab has ended this attempt: the view would wait forever
    if (isReplaced) goBack(modal)
    return undefined
  } finally {
    unwatch()
  }
}

/**
 * Runs the flow behind the view that connects one wallet in several namespaces: asks for one after the other, shows the
 * progress, and leaves the view once all are connected. If one is refused, the view stays, to retry it or to continue
 * without it. Leaving the view cancels the rest.
 */
export async function startConnectChains(modal: Modal, options: StartConnectChainsOptions): Promise<void> {
  const { connectorId, namespaces } = options
  const waiting: Chains = Object.fromEntries(namespaces.map((namespace) => [namespace, { status: 'waiting' }]))
  startAsk(modal, { kind: 'connectChains', connectorId, chains: { ...getChains(modal, connectorId), ...waiting } })

  const controller = new AbortController()
  const unwatch = abortOnLeave(modal, 'ConnectingMultiChain', controller)
  const onProgress = (namespace: Namespace, ask: NamespaceRequestState): void => {
    if (!controller.signal.aborted)
      setChains(modal, connectorId, { ...getChains(modal, connectorId), [namespace]: ask })
  }
  const isComplete = await connectChains(modal, { ...options, onProgress, signal: controller.signal }).then(
    ({ failures }) => Object.keys(failures).length === 0,
    () => false, // each namespace shows its own error
  )
  unwatch()
  if (controller.signal.aborted || isComplete) setChains(modal, connectorId, undefined)
  // another attempt canceled this one: the remaining namespaces no longer wait
  else setChains(modal, connectorId, withoutWaiting(getChains(modal, connectorId)))
  if (isComplete && !controller.signal.aborted) finishConnect(modal)
}

/**
 * Connects one wallet in several namespaces. A refusal in one keeps the others. The active namespace doesn't change if
 * it is among the connected ones, else it becomes the first of them. Throws the first error if none succeeded, and the
 * reason of `signal`.
 */
export async function connectChains(modal: Modal, options: ConnectChainsOptions): Promise<ConnectChainsResult> {
  const { connectorId, namespaces, onProgress, signal } = options
  const connections: Connection[] = []
  const failures: { [namespace: string]: LatchkeyError } = {}
  for (const namespace of namespaces) {
    onProgress?.(namespace, { status: 'asking' })
    try {
      connections.push(await connect(modal, { connectorId, namespace, keepActive: true, signal }))
      onProgress?.(namespace, { status: 'connected' })
    } catch (cause) {
      const error = toLatchkeyError(cause)
      failures[namespace] = error
      onProgress?.(namespace, { status: 'failed', error: { code: error.code, message: error.shortMessage } })
      if (finalCodes.includes(error.code)) break
    }
  }
  const [first] = connections
  const active = modal.getState().activeNamespace
  if (first && !connections.some(({ namespace }) => namespace === active)) {
    setActiveNamespace(modal, first.namespace)
    applyNetworkPolicy(modal)
  }
  if (!first) throw Object.values(failures)[0] ?? new AbortedError()
  return { connections, failures }
}

/**
 * Leaves the views that led to a connection: goes back to the view that continues with it, else closes the modal. With
 * sign-in, waits until the user is known to have signed in.
 */
export function finishConnect(modal: Modal): void {
  if (isRefusedNetwork(modal)) return
  if (hasSiwx(modal))
    modal[internals].load
      .signIn()
      .then(({ finishSignedIn }) => finishSignedIn(modal, () => leave(modal)))
      .catch(modal[internals].warn)
  else leave(modal)
}

function withoutWaiting(chains: Chains): Chains {
  return Object.fromEntries(Object.entries(chains).filter(([, { status }]) => status !== 'waiting'))
}

function getChains(modal: Modal, connectorId: string): Chains {
  const { ask } = modal.getState()
  return ask?.kind === 'connectChains' && ask.connectorId === connectorId ? ask.chains : {}
}

function setChains(modal: Modal, connectorId: string, chains: Chains | undefined): void {
  modal[internals].store.setState((state) => {
    const { ask } = state
    if (ask?.kind !== 'connectChains' || ask.connectorId !== connectorId) return state
    return { ...state, ask: chains && { ...ask, chains } }
  })
}

function leave(modal: Modal): void {
  const { stack } = modal.getState().router
  const returnRoute = stack.findLast(({ view }) => returnViews.includes(view))
  if (!returnRoute) {
    // the account says what is missing, and where to set it up
    if (isSetUpNeeded(modal.getState())) reset(modal, { view: 'Account', params: undefined })
    else close(modal)
    return
  }
  while (getRoute(modal.getState()) !== returnRoute) pop(modal)
}

/** Whether the app requires self-custody, which the embedded wallet doesn't have yet. */
function isSetUpNeeded(state: ModalState): boolean {
  return Object.keys(state.namespaces)
    .filter(isNamespace)
    .some((namespace) => getConnection(state, namespace)?.accounts.some(({ custody }) => custody === 'needed'))
}
