import { AdapterNotFoundError } from '../../errors/connection.js'
import { isPhone } from '../../links/host.js'
import { setTimer } from '../../modal/attempts.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isRefusedNetwork, setActiveNamespace } from '../../modal/namespaces.js'
import { isSignInRequired } from '../../modal/signIn.js'
import { startRoute } from '../../modal/startState.js'
import { track } from './events.js'
import {
  type CloseOptions,
  type OpenRequest,
  type Route,
  type RouterState,
  shakeDuration,
  type TransactionEntry,
  type ViewName,
} from './state.js'

/** Opens the modal; starts it if need be. Which view shows: spec §2, opening rules. */
export function open(modal: Modal, request: OpenRequest = {}): void {
  modal.start()
  const { store } = modal[internals]
  const { namespace, view } = request
  if (modal.getState().status === 'destroyed') return
  if (namespace && !modal.getState().namespaces[namespace]) throw new AdapterNotFoundError({ namespace })
  if (namespace) setActiveNamespace(modal, namespace)

  const route = view ? ({ view, params: request.arguments } as Route) : toStartRoute(modal)
  const wasOpen = store.getState().modal.open
  const flags = { open: true, ...(namespace && { namespace }) }
  store.setState((state) => ({ ...state, modal: { ...state.modal, ...flags }, router: { stack: [route] } }))
  if (!wasOpen) track(modal, 'MODAL_OPEN', { connected: isActiveConnected(modal.getState()) })
}

/**
 * Closes the modal and puts the router back on Connect [S2.13]. A view that must not be left shakes instead. Embedded in
 * the page it stays open, on the view that opening would show. Returns whether the view was left.
 */
export function close(modal: Modal, { force = false }: CloseOptions = {}): boolean {
  const { store, guards, options } = modal[internals]
  const state = store.getState()
  if (!state.modal.open) return true
  if (!force && [...guards].some((canClose) => !canClose(state))) {
    shake(modal)
    return false
  }
  const isEmbedded = options.enableEmbedded && state.status === 'ready'
  const stack: RouterState['stack'] = [isEmbedded ? toStartRoute(modal) : startRoute]
  store.setState((current) => ({
    ...current,
    modal: { open: isEmbedded, loading: false, shake: false },
    router: { stack },
  }))
  if (isEmbedded) return true
  track(modal, 'MODAL_CLOSE', { connected: isConnected(modal) })
  return true
}

function isConnected(modal: Modal): boolean {
  return Object.values(modal.getState().namespaces).some((entry) => entry.connection.status === 'connected')
}

/** Shows a view about what comes next, in the modal opened where need be; in place of the same about something else. */
export function show(modal: Modal, route: Route): void {
  const state = modal.getState()
  if (!state.modal.open) open(modal, { view: route.view, arguments: route.params } as OpenRequest)
  // another wallet, or the same once more: there is one waiting view
  else if (getRoute(state).view === route.view) replace(modal, route)
  else push(modal, route)
}

type Stack = RouterState['stack']

/** Puts a route on top. Does nothing when its view is shown already. */
export function push(modal: Modal, route: Route): void {
  setStack(modal, (state) => {
    const { stack } = state.router
    return getRoute(state).view === route.view ? stack : [...stack, route]
  })
}

/** Swaps the top route. */
export function replace(modal: Modal, route: Route): void {
  setStack(modal, ({ router: { stack } }) => (stack.length === 1 ? [route] : [stack[0], ...stack.slice(1, -1), route]))
}

/** Leaves this one route. */
export function reset(modal: Modal, route: Route): void {
  setStack(modal, () => [route])
}

/** Takes the top route off; false when it is the only one. */
export function pop(modal: Modal): boolean {
  const { stack } = modal.getState().router
  if (stack.length === 1) return false
  setStack(modal, () => [stack[0], ...stack.slice(1, -1)])
  return true
}

function setStack(modal: Modal, toStack: (state: ModalState) => Stack): void {
  modal[internals].store.setState((state) => {
    const stack = toStack(state)
    return stack === state.router.stack ? state : { ...state, router: { stack } }
  })
}

/** Shows the view before this one; with none before, closes the modal. [S2.12] */
export function goBack(modal: Modal): void {
  if (!pop(modal)) close(modal)
}

/** The route on top of the stack: the one that is shown. */
export function getRoute({ router }: { readonly router: RouterState }): Route {
  return router.stack[router.stack.length - 1] ?? startRoute
}

/**
 * What opening shows without being asked for a view [S2.8] [S2.10] [S2.11]. An account on a network that this modal
 * refuses has to leave it first [S4.17], one that has to sign in is asked to.
 */
export function toStartRoute(modal: Modal): Route {
  const state = modal.getState()
  if (isRefusedNetwork(modal)) return { view: 'UnsupportedChain', params: undefined }
  if (state.siwx.status === 'signedOut' && isSignInRequired(modal))
    return { view: 'SIWXSignMessage', params: undefined }
  if (isActiveConnected(state)) return { view: 'Account', params: undefined }
  if (modal.adapters.some(({ kind }) => kind === 'chain')) return startRoute
  return { view: isPhone(modal.env.window()) ? 'AllWallets' : 'ConnectingWalletConnectBasic', params: undefined }
}

/** Whether the active chain family has a connected wallet. */
export function isActiveConnected({ activeNamespace, namespaces }: ModalState): boolean {
  return activeNamespace !== undefined && namespaces[activeNamespace]?.connection.status === 'connected'
}

/** Says no: the modal shakes for 500 ms. [S2.21] */
export function shake(modal: Modal): void {
  if (modal.getState().modal.shake) return
  setShake(modal, true)
  setTimer(modal, 'shake', () => setShake(modal, false), shakeDuration)
}

function setShake(modal: Modal, isShaking: boolean): void {
  modal[internals].store.setState((state) => ({ ...state, modal: { ...state.modal, shake: isShaking } }))
}

/** Shows that the modal is busy with something that the app does. [S4.8] */
export function setLoading(modal: Modal, loading: boolean): void {
  modal[internals].store.setState((state) => ({ ...state, modal: { ...state.modal, loading } }))
}

/** Remembers what to do when the request behind the next view ends. [S4.19] */
export function pushTransaction(modal: Modal, entry: TransactionEntry): void {
  modal[internals].transactions.push(entry)
}

/**
 * Ends the newest request. With none remembered the modal closes; else its callback runs, and an error or a
 * cancellation also goes back. [S4.19]
 */
export function popTransaction(modal: Modal, outcome: 'success' | 'error' | 'cancel'): void {
  const entry = modal[internals].transactions.pop()
  if (!entry) {
    close(modal)
    return
  }
  if (outcome === 'success') entry.onSuccess?.()
  else {
    goBack(modal)
    if (outcome === 'error') entry.onError?.()
    else entry.onCancel?.()
  }
}

type ViewListeners = { readonly onLeave: () => void; readonly onClose: () => void }

/** Tells once when the visitor goes to another view, or closes the modal. Returns its unsubscribe. */
export function watchView(modal: Modal, view: ViewName, { onLeave, onClose }: ViewListeners): () => void {
  const unsubscribe = modal.subscribe((state) => {
    const isOpen = state.modal.open
    if (isOpen && getRoute(state).view === view) return
    unsubscribe()
    if (isOpen) onLeave()
    else onClose()
  })
  return unsubscribe
}

/** Calls back whenever the visitor goes to another view, or the modal opens or closes. Returns its unsubscribe. */
export function watchMoves(modal: Modal, onMove: (state: ModalState) => void): () => void {
  return modal.subscribe((state, previous) => {
    if (state.router !== previous.router || state.modal.open !== previous.modal.open) onMove(state)
  })
}

/** Whether the visitor sees the question, or the embedded wallet's own screen that signs the answer to it. */
export function isSignInShown(state: ModalState): boolean {
  if (!state.modal.open) return false
  const { stack } = state.router
  const route = getRoute(state).view === 'ApproveTransaction' ? stack[stack.length - 2] : getRoute(state)
  return route?.view === 'SIWXSignMessage'
}
