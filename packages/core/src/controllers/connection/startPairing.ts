import { type Attempt, beginAttempt } from '../../attempts.js'
import type { Connector } from '../../connector.js'
import { deadlines } from '../../deadlines.js'
import { AbortedError } from '../../errors/AbortedError.js'
import { InvalidWalletReplyError, ModalClosedError } from '../../errors/connection.js'
import { NoWalletConnectError } from '../../errors/pairing.js'
import type { PairingCode } from '../../features.js'
import { storeWalletLink } from '../../links/storeWalletLink.js'
import { internals, type Modal } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { getRoute } from '../router/getRoute.js'
import { show } from '../router/show.js'
import type { ViewName } from '../router/state.js'
import { watchView } from '../router/watchView.js'
import { hasSiwx } from '../siwx/hasSiwx.js'
import type { PairingSignInRun } from '../siwx/state.js'
import { agreePairing } from './agreePairing.js'
import { endAsk, setAskError, startAsk, updateAsk } from './ask.js'
import { connectChains } from './connectChains.js'
import { endUnused } from './endUnused.js'
import { findPairingConnector } from './findPairingConnector.js'
import { finishConnect } from './finishConnect.js'
import { getPairingNamespaces } from './getPairingNamespaces.js'
import { parsePairingCode } from './parsePairingCode.js'
import { releaseWallet } from './releaseWallet.js'
import { rememberWallet } from './remember.js'
import type { Ask, Connection, Pairing } from './state.js'
import { toConnectError } from './toConnectError.js'

export type StartPairingOptions = {
  /** A wallet of the list that the visitor chose; any will do unless told. */
  readonly walletId?: string | undefined
  /** Only this chain family; all that the modal has unless told. */
  readonly namespace?: Namespace | undefined
}

type PairAsk = Extract<Ask, { readonly kind: 'pair' }>
type Namespaces = readonly [Namespace, ...Namespace[]]

const views: readonly ViewName[] = ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic']

/**
 * The flow behind the views that show a code: pairs with a wallet on another device or of another app, and connects it on
 * every chain family in which it agreed. The codes come in `state.ask`, and so does what failed; to try again is to call
 * this again, which waits until a second has passed [S9.14]. Who asks for the same while it runs joins; for another wallet
 * or family, or leaving the view, ends it with `ABORTED`, closing the modal with `MODAL_CLOSED`.
 *
 * Resolves with the connections, or with undefined where there are none. In `ask.error`: `NO_WALLETCONNECT` [S8.47],
 * `CONNECTION_REJECTED`, `CHAINS_NOT_SUPPORTED`, `RELAY_UNREACHABLE`, `TIMED_OUT` after an hour, or what `connect` throws.
 */
export function startPairing(
  modal: Modal,
  { walletId, namespace = modal.getState().modal.namespace }: StartPairingOptions = {},
): Promise<readonly Connection[] | undefined> {
  const inner = modal[internals]
  const key = JSON.stringify([walletId, namespace])
  if (inner.pairing?.key === key && !inner.pairing.signal.aborted) return inner.pairing.result
  const controller = new AbortController()
  let settle: (connections: readonly Connection[] | undefined) => void = () => undefined
  const result = new Promise<readonly Connection[] | undefined>((resolve) => {
    settle = resolve
  })
  // in its place before anybody hears of it: a view that is mounted by this joins
  const pairing: Pairing = { key, result, signal: controller.signal }
  inner.pairing = pairing
  void pair(modal, controller, pairing, { walletId, namespace }).then((connections) => {
    if (inner.pairing === pairing) inner.pairing = undefined
    settle(connections)
  })
  return result
}

/** Aborted by `controller`, with the reason to report. Never rejects. */
async function pair(
  modal: Modal,
  controller: AbortController,
  pairing: Pairing,
  { walletId, namespace }: StartPairingOptions,
): Promise<readonly Connection[] | undefined> {
  const connector = findPairingConnector(modal)
  const connectorId = connector?.meta.id ?? 'walletConnect'
  let ask = startAsk<PairAsk>(modal, { kind: 'pair', connectorId, walletId, namespace })
  const setCode = (code: PairingCode | undefined): void => {
    ask = updateAsk(modal, ask, { code })
  }
  if (!modal.getState().modal.open || !views.includes(getRoute(modal.getState()).view))
    show(modal, { view: 'ConnectingWalletConnect', params: { walletId, namespace } })
  const { view } = getRoute(modal.getState())

  const unwatch = watchView(modal, view, {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
  const attempt = beginAttempt(modal, { key: 'pair', deadline: deadlines.pairing, signal: controller.signal })
  const onCode = (value: PairingCode): void => {
    if (attempt.signal.aborted) return
    const code = parsePairingCode(value)
    if (code) setCode(code)
    else controller.abort(new InvalidWalletReplyError({ details: 'pairing:start: no code.' }))
  }
  try {
    if (!connector) throw new NoWalletConnectError()
    const signIn = await prepareSignIn(modal, connector, namespace, attempt)
    const options = { namespace, walletId, onCode, signIn: signIn?.request }
    const namespaces = await agreePairing(modal, connector, attempt, options)
    // who leaves now has connected all the same
    unwatch()
    setCode(undefined)
    await signIn?.settle()
    const connections = await connectAgreed(modal, connector, namespaces, attempt.signal)
    endAsk(modal, ask)
    if (walletId) rememberWallet(modal, walletId)
    const { link } = pairing
    storeWalletLink(modal, link && { ...link, connectorId })
    // not where the same view shows the code for another wallet by now
    if (!attempt.signal.aborted && getRoute(modal.getState()).view === view) finishConnect(modal)
    return connections
  } catch (cause) {
    setAskError(modal, ask, toConnectError(cause))
    return undefined
  } finally {
    unwatch()
    attempt.end()
  }
}

/** With the consent that connects a wallet can sign in, where only EVM is asked for. [S4.25] */
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

/** Takes up what the wallet agreed to. A chain family that fails stops no other; where all do, the session ends. */
async function connectAgreed(
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
    if (signal.aborted) endUnused(modal, { connectorId: meta.id })
    else releaseWallet(modal, { connectorId: meta.id, namespace: namespaces[0] }).catch(warn)
    throw cause
  }
}
