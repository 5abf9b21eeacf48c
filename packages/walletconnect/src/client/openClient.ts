import { type AppMetadata, type Env, tell } from '@latchkey/core'
import { UniversalProvider } from '@walletconnect/universal-provider'
import type { SessionStorage } from '../options.js'
import { createLog } from './log.js'
import { type Client, calmRelayer, isRefusal, type RelayMessages } from './relayer.js'
import { createRequestQueue, type RequestQueue } from './requestQueue.js'
import { chooseStorage } from './storage.js'

export type OpenClientOptions = {
  readonly env: Env
  readonly warn: (cause: unknown) => void
  /** Two clients of one page must not share it. */
  readonly prefix: string
  readonly projectId: string
  readonly relayUrl: string
  readonly metadata: AppMetadata | undefined
  readonly storage: SessionStorage | undefined
}

/** The protocol's client at work. */
export type OpenClient = {
  readonly client: Client
  /** In which requests are sent. */
  readonly turns: RequestQueue
  /** What the relay said last; forgotten whenever a socket is open. */
  getWords(): RelayMessages
  /** Calls as soon as the relay refuses this page: to wait for it is of no use then. Returns its undoing. */
  onRefused(run: () => void): () => void
  /** Whether the socket to the relay is open. */
  isConnected(): boolean
  /** A socket where there is none, or where `isStale` in place of one that may be dead; what waits at the relay comes with it. */
  reopen(isStale: boolean): Promise<void>
  /** Calls every five seconds, the heartbeat of the client. [S9.14] Returns its undoing. */
  onPulse(run: () => void): () => void
  close(): void
}

/**
 * Starts the client: it takes up what is stored, and opens a socket only where there is something to hear. Of
 * `universal-provider` no more is used than this: its providers keep one client for the whole page, and ask the RPC of a
 * vendor where a chain has no URL.
 */
export async function openClient(options: OpenClientOptions): Promise<OpenClient> {
  const { env, warn, prefix, projectId, relayUrl, metadata } = options
  const storage = await chooseStorage(options, options.storage)
  let words: RelayMessages = {}
  const refusals = new Set<() => void>()
  const log = createLog((text) => {
    words = { ...words, failure: text }
    if (isRefusal(text)) tell(refusals, undefined, warn)
  })
  const provider = await UniversalProvider.init({
    projectId,
    relayUrl,
    metadata: toMetadata(env, metadata),
    customStoragePrefix: prefix,
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: log as never,
    ...(storage && { storage: storage as never }),
  })
  // its own listeners act on this session only: there is none
  provider.session = undefined as never
  const { client } = provider
  const { core } = client
  const { relayer, heartbeat } = core
  const endCalls = calmRelayer(relayer)
  let isClosed = false
  // else a hidden iframe of a vendor is asked first, and given five seconds
  core.verify.register = async () => ''

  const onRefusal = (error: unknown): void => {
    words = { ...words, refusal: error instanceof Error ? error.message : 'refused' }
    tell(refusals, undefined, warn)
  }
  const closeSocket = (): void => {
    relayer.transportClose().catch(() => undefined) // it was closed already
  }
  let reopening: Promise<void> | undefined
  const reopen = async (isStale: boolean): Promise<void> => {
    if (relayer.connecting || (relayer.connected && !isStale)) return
    if (relayer.connected) await relayer.restartTransport()
    else await relayer.transportOpen()
  }
  const onOpen = (): void => {
    words = {}
    // one that was on its way when the client was closed
    if (isClosed) closeSocket()
  }
  relayer.on('relayer_error', onRefusal)
  relayer.on('relayer_connect', onOpen)

  return {
    client,
    turns: createRequestQueue(client, env),
    getWords: () => words,
    onRefused(run) {
      refusals.add(run)
      return () => refusals.delete(run)
    },
    isConnected: () => relayer.connected,
    reopen(isStale) {
      // several parts hear that the page is back
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
      endCalls()
      closeSocket()
      // the client listens to the window for good, and would come back whenever the network does
      relayer.transportOpen = async () => undefined
      forget(prefix)
    },
  }
}

/** The client keeps itself in the global scope, by prefix; one that has ended must not be found there by the next. */
function forget(prefix: string): void {
  for (const key of [`_walletConnectCore_${prefix}`, `_walletConnectCore_${prefix}_count`])
    Reflect.deleteProperty(globalThis, key)
}

/** How the app calls itself to wallets: as it was told, else as its page says. */
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
