import type { Plugin } from '../contracts/adapter.js'
import type { Fault } from '../controllers/shell/state.js'
import { AbortedError, isLatchkeyError } from '../errors/LatchkeyError.js'
import { StorageUnavailableError } from '../errors/setup.js'
import { createStore } from '../store/createStore.js'
import { createPersistence, toStorageKey } from '../store/persist.js'
import { createEnv } from './env.js'
import { lazyFeatures } from './lazyFeatures.js'
import { type Internals, internals, type Modal, type ModalState } from './modal.js'
import type { Checks } from './options/check.js'
import type { ModalOptions } from './options/options.js'
import { parseOptions } from './options/parseOptions.js'
import { setUpPlugins } from './plugins.js'
import { restore, toUnconnected } from './restore.js'
import { toInitialState } from './startState.js'

/** Takes the state that the options make, and gives it with what the page knows already of the visitor. */
export type InitialState = (state: ModalState) => ModalState

export type InitialStateOption = {
  /**
   * What the modal starts with, on a server and in the first render of a page alike: as a rule that of
   * `cookieToInitialState`. Nothing is connected by it: wallets are asked as ever.
   */
  readonly initialState?: InitialState | undefined
}

/** What a UI adds to the headless modal. */
export type ModalExtension = {
  /** Checks of the options that are the UI's own. */
  readonly checks?: Checks | undefined
}

/**
 * Makes a headless modal: state and verbs, no element. Pure: nothing outside is read or listened to before `start()`.
 * Throws `INVALID_OPTIONS`, which lists every wrong option.
 */
export function createModalCore<const plugins extends readonly Plugin[]>(
  options: ModalOptions<plugins> & InitialStateOption,
  extension: ModalExtension = {},
): Modal<plugins> {
  const resolved = parseOptions(options, extension.checks)
  const env = createEnv(options.env)
  const id = options.id ?? 'latchkey'
  const initial = toInitialState(options, resolved)
  const store = createStore<ModalState>(options.initialState?.(initial) ?? initial, tell)
  const ended = new AbortController()
  const startHooks: (() => void)[] = []
  const endHooks: (() => void)[] = []

  const inner: Internals = {
    options: resolved,
    store,
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
    listening: new Map(),
    transactions: [],
    reads: new Map(),
    localFeatures: options.features ?? {},
    guards: new Set(),
    siwx: options.siwx,
    signal: ended.signal,
    load: lazyFeatures,
    onStart: (run) => startHooks.push(run),
    onDestroy: (run) => endHooks.push(run),
    report,
    warn: tell,
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

  /** What a listener, a plugin or a view has thrown is a fault to report as well, where the app has asked for that. */
  function tell(cause: unknown): void {
    warn(cause)
    report({ cause, event: 'modal' })
  }

  /** What cannot be reported is no fault of what failed. */
  function report(fault: Fault): void {
    if (resolved.telemetry)
      lazyFeatures
        .telemetry()
        .then(({ reportFault }) => reportFault(modal, fault))
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
    ended.abort(new AbortedError({ details: 'The modal was destroyed.' }))
    const ends = [...inner.connectors.values()].map((connector) => () => connector.destroy())
    const stops = [...inner.timers.values(), ...inner.listening.values(), ...ends, ...endHooks.reverse()]
    for (const stop of stops) {
      try {
        stop()
      } catch (cause) {
        warn(cause) // a plugin that fails at the end stops no other
      }
    }
    for (const map of [inner.timers, inner.adapters, inner.connectors, inner.awaited]) map.clear()
  }

  return modal
}

/** Closed, and waiting for nobody. What was connected stays to be read. */
function toFinalState(state: ModalState): ModalState {
  return {
    ...state,
    status: 'destroyed',
    namespaces: toUnconnected(state.namespaces),
    modal: { open: false, loading: false, shake: false },
  }
}

/** A warning for the developer: the visitor goes on. */
function warn(cause: unknown): void {
  console.warn(isLatchkeyError(cause) ? `[latchkey] ${cause.code}: ${cause.shortMessage}` : '[latchkey]', cause)
}
