import type { PluginContext } from '../../contracts/adapter.js'
import type { ErrorCode } from '../../errors/codes.js'
import { AdapterNotFoundError, ModalClosedError } from '../../errors/connection.js'
import { AbortedError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { isPhone } from '../../links/host.js'
import { clearTimer, hasTimer, setTimer } from '../../modal/attempts.js'
import { internals, type Modal, type ModalState } from '../../modal/modal.js'
import { isRefusedNetwork, setActiveNamespace } from '../../modal/namespaces.js'
import { isSignInRequired } from '../../modal/signIn.js'
import { startRoute } from '../../modal/startState.js'
import {
  type Alert,
  type CloseOptions,
  type ModalEvent,
  type OpenRequest,
  type Route,
  type RouterState,
  shakeDuration,
  type ThemeState,
  type Toast,
  type TrackedEvents,
  type TransactionEntry,
  toastDelays,
  type ViewName,
} from './state.js'

type ViewListeners = { readonly onLeave: () => void; readonly onClose: () => void }

type Stack = RouterState['stack']

/** Opens the modal, starting it if necessary. The opening rules (spec §2) determine the view. */
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
  store.batch(() => {
    store.setState((state) => ({ ...state, modal: { ...state.modal, ...flags }, router: { stack: [route] } }))
    if (!wasOpen) track(modal, 'MODAL_OPEN', { connected: isActiveConnected(modal.getState()) })
  })
}

/**
 * Closes the modal and resets the router to Connect [S2.13]. If a view must not be left, the modal shakes instead. An
 * embedded modal stays open and shows its start view. Returns whether the view was left.
 */
export function close(modal: Modal, { force = false }: CloseOptions = {}): boolean {
  const { store, guards, options } = modal[internals]
  const state = store.getState()
  if (!state.modal.open) return true
  if (!force && [...guards].some((canClose) => !canClose(state))) {
    shake(modal)
    return false
  }
  const isInline = options.inline && state.status === 'ready'
  const stack: RouterState['stack'] = [isInline ? toStartRoute(modal) : startRoute]
  store.batch(() => {
    store.setState((current) => ({
      ...current,
      modal: { open: isInline, loading: false, shake: false },
      router: { stack },
    }))
    if (!isInline) track(modal, 'MODAL_CLOSE', { connected: isConnected(modal) })
  })
  return true
}

/**
 * Shows the view of a running operation, opening the modal if necessary. Replaces the same view with other parameters.
 */
export function show(modal: Modal, route: Route): void {
  const state = modal.getState()
  if (!state.modal.open) open(modal, { view: route.view, arguments: route.params } as OpenRequest)
  // another wallet, or the same one again: there is only one waiting view
  else if (getRoute(state).view === route.view) replace(modal, route)
  else push(modal, route)
}

/** Pushes a route. Does nothing if its view is already shown. */
export function push(modal: Modal, route: Route): void {
  setStack(modal, (state) => {
    const { stack } = state.router
    return getRoute(state).view === route.view ? stack : [...stack, route]
  })
}

/** Replaces the top route. */
export function replace(modal: Modal, route: Route): void {
  setStack(modal, ({ router: { stack } }) => (stack.length === 1 ? [route] : [stack[0], ...stack.slice(1, -1), route]))
}

/** Replaces the whole stack with one route. */
export function reset(modal: Modal, route: Route): void {
  setStack(modal, () => [route])
}

/** Pops the top route. Returns false if it is the only one. */
export function pop(modal: Modal): boolean {
  const { stack } = modal.getState().router
  if (stack.length === 1) return false
  setStack(modal, () => [stack[0], ...stack.slice(1, -1)])
  return true
}

/** Drops the routes above the topmost one of a view. Does nothing if the stack has none. */
export function popTo(modal: Modal, view: ViewName): void {
  setStack(modal, ({ router: { stack } }) => {
    const count = stack.findLastIndex((route) => route.view === view) + 1
    return count === 0 || count === stack.length ? stack : [stack[0], ...stack.slice(1, count)]
  })
}

/** Goes back to the previous view, or closes the modal if there is none. [S2.12] */
export function goBack(modal: Modal): void {
  if (!pop(modal)) close(modal)
}

const sendingViews: readonly ViewName[] = ['Pay', 'WalletSend']

/** Returns the payment or transfer that continues after an interruption. */
function findStarted({ router }: ModalState): Route | undefined {
  return router.stack.find(({ view }) => sendingViews.includes(view))
}

/**
 * Shows a view that the user has to deal with first, without a way back. Of the views before it only a payment or
 * transfer stays, which continues after it.
 */
export function interrupt(modal: Modal, route: Route): void {
  if (modal.getState().modal.open)
    setStack(modal, (state) => {
      const started = findStarted(state)
      return started ? [started, route] : [route]
    })
  else open(modal, { view: route.view, arguments: route.params } as OpenRequest)
}

/** Leaves a view of {@link interrupt}: returns to the payment or transfer, or else closes the modal. */
export function endInterruption(modal: Modal): void {
  const started = findStarted(modal.getState())
  if (started) reset(modal, started)
  else close(modal, { force: true })
}

/** Returns the top route, which is the one shown. */
export function getRoute({ router }: { readonly router: RouterState }): Route {
  return router.stack[router.stack.length - 1] ?? startRoute
}

/**
 * Returns the route that the modal opens with by default [S2.8] [S2.10] [S2.11]. A wallet on an unsupported network has
 * to switch first [S4.17]; an account that has to sign in is asked to.
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

/** Whether the active namespace has a connected wallet. */
export function isActiveConnected({ activeNamespace, namespaces }: ModalState): boolean {
  return activeNamespace !== undefined && namespaces[activeNamespace]?.connection.status === 'connected'
}

/** Shakes the modal for 500 ms to signal that it can't be closed. [S2.21] */
export function shake(modal: Modal): void {
  if (modal.getState().modal.shake) return
  setShake(modal, true)
  setTimer(modal, 'shake', () => setShake(modal, false), shakeDuration)
}

/** Shows that the modal waits, e.g. for the code of a view that was requested. Closing ends it. [S4.8] */
export function setLoading(modal: Modal, loading: boolean): void {
  modal[internals].store.setState((state) =>
    state.modal.loading === loading ? state : { ...state, modal: { ...state.modal, loading } },
  )
}

/** Registers callbacks for the end of the request behind the next view. [S4.19] */
export function pushTransaction(modal: Modal, entry: TransactionEntry): void {
  modal[internals].transactions.push(entry)
}

/**
 * Ends the newest request. Without registered callbacks, the modal closes; else its callback runs, and after an error
 * or a cancellation the modal also goes back. [S4.19]
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

/** Calls a listener once when the user leaves a view or closes the modal. Returns its unsubscribe. */
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

/**
 * Aborts a flow when the user leaves its view (`ABORTED`) or closes the modal (`MODAL_CLOSED`). Returns a function that
 * stops watching.
 */
export function abortOnLeave(modal: Modal, view: ViewName, controller: AbortController): () => void {
  return watchView(modal, view, {
    onLeave: () => controller.abort(new AbortedError()),
    onClose: () => controller.abort(new ModalClosedError()),
  })
}

/** Calls `onMove` whenever the user goes to another view, or the modal opens or closes. Returns its unsubscribe. */
export function watchMoves(modal: Modal, onMove: (state: ModalState) => void): () => void {
  return modal.subscribe((state, previous) => {
    if (state.router !== previous.router || state.modal.open !== previous.modal.open) onMove(state)
  })
}

/** Whether the user sees the sign-in request, or the embedded wallet's own screen that signs it. */
export function isSignInShown(state: ModalState): boolean {
  if (!state.modal.open) return false
  const { stack } = state.router
  const route = getRoute(state).view === 'ApproveTransaction' ? stack[stack.length - 2] : getRoute(state)
  return route?.view === 'SIWXSignMessage'
}

function isConnected(modal: Modal): boolean {
  return Object.values(modal.getState().namespaces).some((entry) => entry.connection.status === 'connected')
}

function setStack(modal: Modal, toStack: (state: ModalState) => Stack): void {
  modal[internals].store.setState((state) => {
    const stack = toStack(state)
    return stack === state.router.stack ? state : { ...state, router: { stack } }
  })
}

function setShake(modal: Modal, isShaking: boolean): void {
  modal[internals].store.setState((state) => ({ ...state, modal: { ...state.modal, shake: isShaking } }))
}

/** Titles and instructions of alerts that plugins show. */
const alerts: { readonly [code in ErrorCode]?: readonly [title: string, text: string] } = {
  FRAME_LOAD_FAILED: [
    'Network Error',
    'The embedded wallet could not be loaded. Check that `frameUrl` responds, and that its site allows this origin to embed it.',
  ],
  FRAME_REQUEST_TIMED_OUT: [
    'Embedded Wallet Request Timed Out',
    'The embedded wallet is loaded, but did not respond in time. Check the log of its site.',
  ],
  SESSION_EXPIRED: [
    'Session Expired',
    'The session with the wallet has expired, or the clock of this device is wrong. Check its time settings, and connect again.',
  ],
  UNVERIFIED_DOMAIN: [
    'Unverified Domain',
    'The site of the embedded wallet does not list this origin for this project. Add it to the origins of the project.',
  ],
}

/** Shows a toast. An open one is hidden first; the new one follows 150 ms later. [S2.22] */
export function showToast(modal: Modal, toast: Toast): void {
  const { store } = modal[internals]
  const show = (): void => {
    store.setState((state) => ({ ...state, toast }))
    if (toast.variant !== 'loading') setTimer(modal, 'toast', () => hideToast(modal), toastDelays.hide)
  }
  const wasOpen = store.getState().toast !== undefined || hasTimer(modal, 'toast')
  hideToast(modal)
  if (wasOpen) setTimer(modal, 'toast', show, toastDelays.replace)
  else show()
}

export function hideToast(modal: Modal): void {
  clearTimer(modal, 'toast')
  modal[internals].store.setState((state) => (state.toast ? { ...state, toast: undefined } : state))
}

/** Alerts the developer to a setup problem. Does nothing unless `debug` is enabled. */
export function showAlert(modal: Modal, error: LatchkeyError, level: Alert['level'] = 'error'): void {
  const { store, options } = modal[internals]
  if (!options.debug) return
  const alert: Alert = { level, code: error.code, title: error.shortMessage, text: error.details ?? '' }
  store.setState((state) => ({ ...state, alert }))
}

export function hideAlert(modal: Modal): void {
  modal[internals].store.setState((state) => ({ ...state, alert: undefined }))
}

/** Shows the developer the alert of an error code while `debug` is enabled, or the code alone if it has none. */
export function showErrorAlert(context: PluginContext, code: ErrorCode): void {
  const [title, text] = alerts[code] ?? [code, '']
  if (context.options.debug) context.showAlert({ level: 'error', code, title, text })
}

/** Changes the theme. `mode: undefined` follows the user's system. Variables that aren't named keep their value. */
export function setTheme(modal: Modal, theme: Partial<ThemeState>): void {
  modal[internals].store.setState((state) => ({
    ...state,
    theme: { ...state.theme, ...theme, variables: { ...state.theme.variables, ...theme.variables } },
  }))
}

/**
 * Records an event as the latest one in the state, where subscribers and `useEvents` see it. Of several events in one batch of the store, they see
 * only the last one.
 */
export function track<name extends keyof TrackedEvents>(
  modal: Modal,
  event: name,
  properties: TrackedEvents[name],
): void {
  const entry = { event, properties, timestamp: modal.env.now() } as ModalEvent
  modal[internals].store.setState((state) => ({ ...state, event: entry }))
}

/** Calls `onEvent` for every event from now on. Returns its unsubscribe. */
export function watchEvents(modal: Modal, onEvent: (event: ModalEvent) => void): () => void {
  return modal.subscribe((state, previous) => {
    if (state.event && state.event !== previous.event) onEvent(state.event)
  })
}
