import { type AppMetadata, type Env, notifyListeners } from '@latchkey/core'
import { waitFor } from '@latchkey/core/plugin'
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { SessionStorage } from '../options.js'
import { createLog } from './log.js'
import { type Client, isRefusal, patchRelayer, type RelayMessages } from './relayer.js'
import { createRequestQueue, type RequestQueue } from './requestQueue.js'
import { chooseStorage, ignoreFailedWrites } from './storage.js'

export type OpenClientOptions = {
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** Gets the errors that the client logs. */
  readonly log: (text: string) => void
  /** Prefix of the storage keys. Clients of a page that have it in common open one after another. */
  readonly prefix: string
  readonly projectId: string
  readonly relayUrl: string
  readonly metadata: AppMetadata | undefined
  readonly storage: SessionStorage | undefined
  /** Ends the opening: it closes what it has opened, and rejects with the signal's reason. */
  readonly signal: AbortSignal
}

/** WalletConnect's client, started. */
export type OpenClient = {
  readonly client: Client
  /** Identifies this browser to the relay. */
  readonly clientId: string
  /** Sends requests one after another. */
  readonly requests: RequestQueue
  /** Keeps the request with this id, which is about to be published, from being sent once the signal aborts. */
  setSignal(id: number, signal: AbortSignal): void
  /** The relay's last messages; cleared when a socket opens. */
  getWords(): RelayMessages
  /** Calls `run` when the relay refuses this page, so that waiting is pointless. Returns a function that stops listening. */
  onRefused(run: () => void): () => void
  /** Whether the socket to the relay is open. */
  isConnected(): boolean
  /**
   * Opens a socket if there is none, or with `isStale` replaces one that may be dead. The relay then delivers its stored messages.
   */
  reopen(isStale: boolean): Promise<void>
  /** Calls `run` every five seconds, with the client's heartbeat. [S9.14] Returns a function that stops it. */
  onPulse(run: () => void): () => void
  close(): void
}

/** Milliseconds for the client to read its storage. */
const openTimeout = 10_000

/**
 * Opens a client, once every earlier opening with its prefix has ended: a modal that was destroyed while it opened its client
 * must not write to the storage, or receive messages, of the next one. Rejects with the signal's reason, the client's error, or
 * after ten seconds with `TIMED_OUT`.
 */
export async function openClient(options: OpenClientOptions): Promise<OpenClient> {
  const { env, prefix, signal } = options
  signal.throwIfAborted()
  const storage = await chooseStorage(options, options.storage)
  return inTurn(prefix, async () => {
    signal.throwIfAborted()
    const starting = startClient(options, storage)
    // the signal doesn't end this: the next client would open beside this one
    const opening = waitFor(starting, { env, signal: new AbortController().signal, timeout: openTimeout })
    const opened = await opening.catch((cause: unknown) => {
      starting.then(({ close }) => close()).catch(() => undefined) // `startClient` has closed a client that failed
      throw cause
    })
    if (!signal.aborted) return opened
    opened.close()
    throw signal.reason
  })
}

/** Where the global scope has the last opening of each prefix, shared by all copies of this package on the page. */
const openingsName = Symbol.for('latchkey.walletConnect.openings')

/** Runs openings of one prefix one after another, each when the one before has ended. */
async function inTurn<value>(prefix: string, open: () => Promise<value>): Promise<value> {
  const page = globalThis as typeof globalThis & { [openingsName]?: Map<string, Promise<unknown>> }
  const openings = page[openingsName] ?? new Map<string, Promise<unknown>>()
  page[openingsName] = openings
  const opening = (openings.get(prefix) ?? Promise.resolve()).then(open)
  const ended = opening.then(
    () => undefined,
    () => undefined,
  )
  openings.set(prefix, ended)
  try {
    return await opening
  } finally {
    if (openings.get(prefix) === ended) openings.delete(prefix)
  }
}

/**
 * Starts the client, which restores stored sessions and opens a socket only if it needs one. Nothing else of
 * `universal-provider` is used: its providers share one client per page, and fall back to a vendor's RPC for chains without a
 * URL.
 */
async function startClient(options: OpenClientOptions, storage: SessionStorage | undefined): Promise<OpenClient> {
  const { env, warn, log, prefix, projectId, relayUrl, metadata } = options
  let words: RelayMessages = {}
  const refusals = new Set<() => void>()
  const logger = createLog({
    onError: (text) => log(`WalletConnect: ${text}`),
    onWarn: (text) => {
      words = { ...words, failure: text }
      if (isRefusal(text)) notifyListeners(refusals, undefined, warn)
    },
  })
  const initializing = UniversalProvider.init({
    projectId,
    relayUrl,
    metadata: toMetadata(env, metadata),
    customStoragePrefix: prefix,
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: logger as never,
    ...(storage && { storage: storage as never }),
  })
  const core = takeCore(prefix)
  if (core) core.storage = ignoreFailedWrites(core.storage, warn)
  const provider = await initializing.catch((cause: unknown) => {
    if (core) closeCore(core)
    throw cause
  })
  // disables the provider's own listeners, which act on this session only
  provider.session = undefined as never
  const { client } = provider
  const { relayer, heartbeat, crypto, verify } = client.core
  const patches = patchRelayer(relayer)
  let isClosed = false
  // otherwise the client waits up to five seconds for a vendor's hidden iframe
  verify.register = async () => ''
  const engine = client.engine as unknown as Engine
  // otherwise the relay gets the method, network and contract of each request unencrypted
  engine.getTVFParams = () => ({})
  handleRejections(engine)

  const onRefusal = (error: unknown): void => {
    words = { ...words, refusal: error instanceof Error ? error.message : 'refused' }
    notifyListeners(refusals, undefined, warn)
  }
  const closeSocket = (): void => {
    relayer.transportClose().catch(() => undefined) // already closed
  }
  let reopening: Promise<void> | undefined
  const reopen = async (isStale: boolean): Promise<void> => {
    if (relayer.connecting || (relayer.connected && !isStale)) return
    if (relayer.connected) await relayer.restartTransport()
    else await relayer.transportOpen()
  }
  const onOpen = (): void => {
    words = {}
    // it was opening when the client was closed
    if (isClosed) closeSocket()
  }
  relayer.on('relayer_error', onRefusal)
  relayer.on('relayer_connect', onOpen)

  const clientId = await crypto.getClientId()
  return {
    client,
    clientId,
    requests: createRequestQueue(client, env),
    setSignal: patches.setSignal,
    getWords: () => words,
    onRefused(run) {
      refusals.add(run)
      return () => refusals.delete(run)
    },
    isConnected: () => relayer.connected,
    reopen(isStale) {
      // several callers notice that the page is back
      reopening ??= reopen(isStale).finally(() => {
        reopening = undefined
      })
      return reopening
    },
    onPulse(run) {
      heartbeat.on('heartbeat_pulse', run)
      return () => heartbeat.off('heartbeat_pulse', run)
    },
    close() {
      relayer.off('relayer_error', onRefusal)
      isClosed = true
      patches.end()
      closeCore(client.core)
    },
  }
}

/**
 * Takes the part of a new client that has its socket out of the global scope, where every client with this prefix would share
 * it. Each modal closes its own.
 */
function takeCore(prefix: string): Client['core'] | undefined {
  const key = `_walletConnectCore_${prefix}`
  const core = Reflect.get(globalThis, key) as Client['core'] | undefined
  for (const name of [key, `${key}_count`]) Reflect.deleteProperty(globalThis, name)
  return core
}

/** Members that the types lack. */
type Engine = { isValidDisconnect(request: unknown): Promise<void>; getTVFParams(): object }

/**
 * The client checks a message that ends a session without awaiting the check: for a session that has just ended here as well, the page
 * would report an unhandled rejection.
 */
function handleRejections(engine: Engine): void {
  const check = engine.isValidDisconnect
  engine.isValidDisconnect = (request) => {
    const checked = check(request)
    checked.catch(() => undefined) // callers that await it get the error
    return checked
  }
}

function closeCore({ heartbeat, relayer }: Client['core']): void {
  heartbeat.stop()
  relayer.transportClose().catch(() => undefined) // already closed
  // the client never stops listening to the window, and would reopen when the network is back
  relayer.transportOpen = async () => undefined
}

/** Returns the app's metadata for wallets. Defaults come from the page. */
export function toMetadata(
  env: Env,
  metadata: AppMetadata | undefined,
): { name: string; description: string; url: string; icons: string[] } {
  const page = env.window()
  return {
    name: metadata?.name ?? (page?.document?.title || page?.location?.host || 'Latchkey'),
    description: metadata?.description ?? '',
    url: metadata?.url ?? page?.location?.origin ?? '',
    icons: [...(metadata?.icons ?? [])],
  }
}
