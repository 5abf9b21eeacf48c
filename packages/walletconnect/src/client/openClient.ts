import { type AppMetadata, type Env, notifyListeners } from '@latchkey/core'
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { SessionStorage } from '../options.js'
import { createLog } from './log.js'
import { type Client, isRefusal, patchRelayer, type RelayMessages } from './relayer.js'
import { createRequestQueue, type RequestQueue } from './requestQueue.js'
import { chooseStorage } from './storage.js'

export type OpenClientOptions = {
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** Gets the errors that the client logs. */
  readonly log: (text: string) => void
  /** Prefix of the storage keys. Clients of the same page must not share it. */
  readonly prefix: string
  readonly projectId: string
  readonly relayUrl: string
  readonly metadata: AppMetadata | undefined
  readonly storage: SessionStorage | undefined
}

/** WalletConnect's client, started. */
export type OpenClient = {
  readonly client: Client
  /** Sends requests one after another. */
  readonly requests: RequestQueue
  /** The relay's last messages; cleared when a socket opens. */
  getWords(): RelayMessages
  /** Calls `run` when the relay refuses this page, so that waiting is pointless. Returns a function that stops listening. */
  onRefused(run: () => void): () => void
  /** Whether the socket to the relay is open. */
  isConnected(): boolean
  /**
   * Opens a socket if there is none, or with `isStale` replaces one that may be dead. The relay then delivers what it holds.
   */
  reopen(isStale: boolean): Promise<void>
  /** Calls `run` every five seconds, with the client's heartbeat. [S9.14] Returns a function that stops it. */
  onPulse(run: () => void): () => void
  close(): void
}

/**
 * Starts the client, which restores stored sessions and opens a socket only if it needs one. Nothing else of
 * `universal-provider` is used: its providers share one client per page, and fall back to a vendor's RPC for chains without a
 * URL.
 */
export async function openClient(options: OpenClientOptions): Promise<OpenClient> {
  const { env, warn, log, prefix, projectId, relayUrl, metadata } = options
  const storage = await chooseStorage(options, options.storage)
  let words: RelayMessages = {}
  const refusals = new Set<() => void>()
  const logger = createLog({
    onError: (text) => log(`WalletConnect: ${text}`),
    onWarn: (text) => {
      words = { ...words, failure: text }
      if (isRefusal(text)) notifyListeners(refusals, undefined, warn)
    },
  })
  const provider = await UniversalProvider.init({
    projectId,
    relayUrl,
    metadata: toMetadata(env, metadata),
    customStoragePrefix: prefix,
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: logger as never,
    ...(storage && { storage: storage as never }),
  })
  // disables the provider's own listeners, which act on this session only
  provider.session = undefined as never
  const { client } = provider
  const { core } = client
  const { relayer, heartbeat } = core
  const endPatches = patchRelayer(relayer)
  let isClosed = false
  // otherwise the client waits up to five seconds for a vendor's hidden iframe
  core.verify.register = async () => ''

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

  return {
    client,
    requests: createRequestQueue(client, env),
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
      heartbeat.stop()
      isClosed = true
      endPatches()
      closeSocket()
      // the client never stops listening to the window, and would reopen when the network is back
      relayer.transportOpen = async () => undefined
      forget(prefix)
    },
  }
}

/** Removes the client from the global scope, where the next one with this prefix would reuse it. */
function forget(prefix: string): void {
  for (const key of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`])
    Reflect.deleteProperty(globalThis, key)
}

/** How the app appears in wallets. Defaults come from the page. */
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
