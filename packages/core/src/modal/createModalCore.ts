import type { Plugin, PluginContext } from '../contracts/adapter.js'
import type { ErrorReport } from '../controllers/shell/state.js'
import { AbortedError, isLatchkeyError } from '../errors/LatchkeyError.js'
import { StorageUnavailableError } from '../errors/setup.js'
import { createStore } from '../store/createStore.js'
import { createPersistence, toStorageKey } from '../store/persist.js'
import { createEnv } from './env.js'
import { lazyFeatures } from './lazyFeatures.js'
import { createLog, toLogText } from './log.js'
import { type Internals, internals, type Modal, type ModalState } from './modal.js'
import type { Checks } from './options/check.js'
import type { ModalOptions } from './options/options.js'
import { parseOptions } from './options/parseOptions.js'
import { setUpPlugins } from './plugins.js'
import { endConnecting, restore } from './restore.js'
import { toInitialState } from './startState.js'

/** Completes the state made from the options with what the page already knows about the user. */
export type InitialState = (state: ModalState) => ModalState

export type InitialStateOption = {
  /**
   * The initial state of the modal, on a server and in the first render of a page alike; usually from
   * `cookieToInitialState`. It connects nothing: wallets are still asked as usual.
   */
  readonly initialState?: InitialState | undefined
}

/** What a UI adds to the headless modal. */
export type ModalExtension = {
  /** Checks of the UI's own options. */
  readonly checks?: Checks | undefined
  /** The UI's language, for plugins with a UI of their own. */
  readonly getLocale?: PluginContext['getLocale'] | undefined
}

/**
 * Creates a headless modal: state and actions without any UI. Pure: nothing outside is read or listened to before
 * `start()`, except for the time zone, with `restrictedServices`. Throws `INVALID_OPTIONS`, which lists every invalid option.
 */
export function createModalCore<const plugins extends readonly Plugin[]>(
  options: ModalOptions<plugins> & InitialStateOption,
  extension: ModalExtension = {},
): Modal<plugins> {
  const resolved = parseOptions(options, extension.checks)
  const env = createEnv(options.env)
  const id = options.id ?? 'latchkey'
  const initial = toInitialState(options, resolved)
  const store = createStore<ModalState>(options.initialState?.(initial) ?? initial, warnAndReport)
  const log = createLog(env.now)
  const controller = new AbortController()
  const startHooks: (() => void)[] = []
  const destroyHooks: (() => void)[] = []

  const inner: Internals = {
    options: resolved,
    store,
    log,
    timers: new Map(),
    attempts: new Map(),
    cooldowns: new Map(),
    persistence: createPersistence({
      key: toStorageKey(id),
      storage: env.storage,
      onUnavailable: (cause) => warn(new StorageUnavailableError({ cause })),
    }),
    adapters: new Map(),
    connectors: new Map(),
    awaited: new Map(),
    pendingStores: new Set(),
    listening: new Map(),
    transactions: [],
    reads: new Map(),
    localFeatures: options.features ?? {},
    getLocale: extension.getLocale ?? (() => undefined),
    guards: new Set(),
    siwx: options.siwx,
    signal: controller.signal,
    load: lazyFeatures,
    onStart: (run) => startHooks.push(run),
    onDestroy: (run) => destroyHooks.push(run),
    report: sendReport,
    warn: warnAndReport,
  }

  const modal: Modal<plugins> = {
    id,
    adapters: options.adapters,
    env,
    getState: store.getState,
    getInitialState: store.getInitialState,
    subscribe: store.subscribe,
    start,
    destroy,
    [internals]: inner,
  }

  /** Logs a failure that doesn't stop the user. With `debug`, the developer sees it in the console. */
  function warn(cause: unknown): void {
    log.add(toLogText(cause))
    if (!resolved.debug) return
    console.warn(isLatchkeyError(cause) ? `[latchkey] ${cause.code}: ${cause.shortMessage}` : '[latchkey]', cause)
  }

  /** Warns about an error thrown by a listener, a plugin or a view, and reports it if the app enabled telemetry. */
  function warnAndReport(cause: unknown): void {
    warn(cause)
    sendReport({ cause, event: 'modal' })
  }

  /** Sends an error report if the app enabled telemetry. A failed report is only warned about. */
  function sendReport(report: ErrorReport): void {
    if (resolved.telemetry)
      lazyFeatures
        .telemetry()
        .then(({ reportError }) => reportError(modal, report))
        .catch(warn)
  }

  function start(): void {
    if (store.getState().status !== 'idle') return
    restore(modal)
    setUpPlugins(modal)
    for (const run of startHooks) run()
  }

  function destroy(): void {
    if (store.getState().status === 'destroyed') return
    store.setState(toFinalState)
    controller.abort(new AbortedError({ details: 'The modal was destroyed.' }))
    const destroys = [...inner.connectors.values()].map((connector) => () => connector.destroy())
    const stops = [...inner.timers.values(), ...inner.listening.values(), ...destroys, ...destroyHooks.reverse()]
    for (const stop of stops) {
      try {
        stop()
      } catch (cause) {
        warn(cause) // a failing plugin must not keep others from being destroyed
      }
    }
    for (const map of [inner.timers, inner.adapters, inner.connectors, inner.awaited]) map.clear()
  }

  return modal
}

/** Closes the modal and ends all pending connections. Live connections stay readable. */
function toFinalState(state: ModalState): ModalState {
  return {
    ...state,
    status: 'destroyed',
    namespaces: endConnecting(state.namespaces),
    modal: { open: false, loading: false, shake: false },
  }
}
