import type { ErrorCode } from '../../errors/codes.js'
import { ModalClosedError } from '../../errors/connection.js'
import { AbortedError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { internals, type Modal } from '../../modal/modal.js'
import { isRefusedNetwork, setActiveNamespace } from '../../modal/namespaces.js'
import { hasSiwx } from '../../modal/signIn.js'
import type { Namespace } from '../../utils/caip.js'
import { endAsk, setAskError, startAsk } from '../requests/asks.js'
import { applyNetworkPolicy } from '../requests/setNetwork.js'
import { track } from '../shell/events.js'
import { close, getRoute, pop, show, watchView } from '../shell/router.js'
import type { ViewName } from '../shell/state.js'
import { getConnectors, getPartIds } from '../wallets/connectors.js'
import { connect } from './connect.js'
import type { Ask, ChainAsk, Connection } from './state.js'

export type StartConnectOptions = {
  readonly connectorId: string
  /** Of a wallet on several chain families; without it the visitor chooses among them. */
  readonly namespace?: Namespace | undefined
}

/**
 * The flow behind a wallet row: shows the waiting view, in the modal opened where need be, asks the wallet, and closes
 * the modal when connected. Leaving the view ends the attempt with `ABORTED`, closing the modal with `MODAL_CLOSED`
 * [S8.3]; any other failure stays in the view, which offers to try again. A wallet on several chain families leads to
 * the view that connects them together, a connector that pairs to the one that shows codes, an embedded wallet to its login.
 */
export async function startConnect(modal: Modal, options: StartConnectOptions): Promise<Connection | undefined> {
  const { connectorId } = options
  const state = modal.getState()
  const namespace = options.namespace ?? state.modal.namespace
  const meta = [...state.connectors, ...getConnectors(state)].find(({ id }) => id === connectorId)
  track(modal, 'SELECT_WALLET', { connectorId, name: meta?.name ?? connectorId })
  if (meta?.type === 'MULTI_CHAIN' && !namespace) {
    show(modal, { view: 'ConnectingMultiChain', params: { connectorId } })
    return undefined
  }
  if (meta?.type === 'WALLET_CONNECT') {
    show(modal, { view: 'ConnectingWalletConnect', params: { namespace } })
    return undefined
  }
  if (meta?.type === 'AUTH') {
    const { email, socials } = state.features
    if (!email && socials) show(modal, { view: 'ConnectSocials', params: undefined })
    else show(modal, { view: 'EmailLogin', params: { namespace } })
    return undefined
  }
  show(modal, { view: 'ConnectingExternal', params: { connectorId, namespace } })
  const ask = startAsk(modal, { kind: 'connect', connectorId })

  const controller = new AbortController()
  const unwatch = watchView(modal, 'ConnectingExternal', {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
  try {
    const connection = await connect(modal, { connectorId, namespace, signal: controller.signal })
    unwatch()
    endAsk(modal, ask)
    if (!controller.signal.aborted) finishConnect(modal)
    return connection
  } catch (cause) {
    setAskError(modal, ask, toLatchkeyError(cause))
    return undefined
  } finally {
    unwatch()
  }
}

export type StartConnectChainsOptions = {
  readonly connectorId: string
  readonly namespaces: readonly [Namespace, ...Namespace[]]
}

type Chains = Extract<Ask, { readonly kind: 'connectChains' }>['chains']

/**
 * The flow behind the view that connects one wallet on several chain families: asks for one after the other, shows how
 * far it has come, and leaves when all are connected. Where one is refused the view stays, to try that one again or to
 * go on without it. Leaving the view ends the rest.
 */
export async function startConnectChains(modal: Modal, options: StartConnectChainsOptions): Promise<void> {
  const { connectorId, namespaces } = options
  const waiting: Chains = Object.fromEntries(namespaces.map((namespace) => [namespace, { status: 'waiting' }]))
  startAsk(modal, { kind: 'connectChains', connectorId, chains: { ...getChains(modal, connectorId), ...waiting } })

  const controller = new AbortController()
  const unwatch = watchView(modal, 'ConnectingMultiChain', {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
  const onProgress = (namespace: Namespace, ask: ChainAsk): void => {
    if (!controller.signal.aborted)
      setChains(modal, connectorId, { ...getChains(modal, connectorId), [namespace]: ask })
  }
  const isWhole = await connectChains(modal, { ...options, onProgress, signal: controller.signal }).then(
    ({ failures }) => Object.keys(failures).length === 0,
    () => false, // each chain shows its own
  )
  unwatch()
  if (controller.signal.aborted || isWhole) setChains(modal, connectorId, undefined)
  // where another attempt ended this one, nobody waits for the rest any more
  else setChains(modal, connectorId, withoutWaiting(getChains(modal, connectorId)))
  if (isWhole && !controller.signal.aborted) finishConnect(modal)
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

export type ConnectChainsOptions = {
  /** Of a `MULTI_CHAIN` connector, or of one that spans chain families by itself. */
  readonly connectorId: string
  /** In this order, one after the other: wallets show one prompt at a time. */
  readonly namespaces: readonly [Namespace, ...Namespace[]]
  readonly onProgress?: ((namespace: Namespace, ask: ChainAsk) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export type ConnectChainsResult = {
  readonly connections: readonly Connection[]
  readonly failures: { readonly [namespace in Namespace]?: LatchkeyError }
}

/** Faults after which the visitor wants no further prompt. */
const finalCodes: readonly ErrorCode[] = ['ABORTED', 'MODAL_CLOSED']

/**
 * Connects one wallet on several chain families. A refusal on one keeps the others. The active namespace stays where it
 * is among those that were connected, else it becomes the first of them. Throws what the first one failed with where
 * none succeeded, and the reason of `signal`.
 */
export async function connectChains(modal: Modal, options: ConnectChainsOptions): Promise<ConnectChainsResult> {
  const { connectorId, namespaces, onProgress, signal } = options
  const connections: Connection[] = []
  const failures: { [namespace in Namespace]?: LatchkeyError } = {}
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

/** The visitor is about to choose this wallet: what `connect` will need is loaded ahead, and nothing is asked. */
export function prepareConnect(modal: Modal, { connectorId }: { readonly connectorId: string }): void {
  const { connectors, warn } = modal[internals]
  const joined = getConnectors(modal.getState()).find(({ id }) => id === connectorId)
  try {
    for (const id of joined ? getPartIds(joined) : [connectorId]) connectors.get(id)?.prepare?.()
  } catch (cause) {
    warn(cause) // connecting tells what is wrong
  }
}

/** Views that go on once a wallet is connected. */
const returnViews: readonly ViewName[] = ['ProfileWallets', 'Pay', 'WalletSend']

/**
 * Leaves what led to a connection: back to the view that it was added from, where that goes on with it, else closed. Where
 * visitors sign in, once it is known that this one has.
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

function leave(modal: Modal): void {
  const { stack } = modal.getState().router
  const asker = stack.findLast(({ view }) => returnViews.includes(view))
  if (!asker) {
    close(modal)
    return
  }
  while (getRoute(modal.getState()) !== asker) pop(modal)
}
