import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'

export type WalletKitClient = InstanceType<typeof WalletKit>

type CreateWalletKitOptions = {
  readonly relayUrl: string
  readonly name: string
  readonly url: string
  /** Storage of sessions; `page` is IndexedDB. */
  readonly storage: WalletStorage | 'memory' | 'page'
  /** Storage prefix, for several wallets in one process or page. */
  readonly prefix: string
}

/** Creates the wallet client, which contacts only the relay. */
export async function createWalletKit(options: CreateWalletKitOptions): Promise<WalletKitClient> {
  const { relayUrl, name, url, storage, prefix } = options
  const core = new Core({
    projectId: 'test-wallet',
    relayUrl,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: prefix,
    ...(storage === 'memory' && { storage: createMemoryStorage() }),
    ...(typeof storage === 'object' && { storage }),
  })
  // both contact the vendor's hosts, the event client regardless of `telemetryEnabled`
  core.eventClient.init = async () => undefined
  core.verify.resolve = () => Promise.reject(new Error('App verification is disabled.'))
  const kit = await WalletKit.init({
    // the type lacks an `undefined` that it has elsewhere
    core: core as WalletKitTypes.Options['core'],
    metadata: { name, description: 'Signs on local chains', url, icons: [] },
    // otherwise, requests are a second apart
    signConfig: { disableRequestQueue: true },
  })
  // the client doesn't await this check of a message that ends a session: if it has just ended here as well, that is no failure
  const engine = kit.engine.signClient.engine as unknown as { isValidDisconnect(request: unknown): Promise<void> }
  const check = engine.isValidDisconnect
  engine.isValidDisconnect = (request) => {
    const checked = check(request)
    checked.catch(() => undefined) // callers that await it get the error
    return checked
  }
  return kit
}

/** The relay client of WalletConnect. */
export type Transport = {
  readonly connected: boolean
  readonly connecting: boolean
  transportOpen(): Promise<void>
  transportClose(): Promise<void>
  readonly publisher: object
}

/** Members that the types lack. */
type Connecting = { connect(relayUrl?: string): Promise<void> }

/** Members that the types lack. */
type Publisher = { initialPublishTimeout: number; checkQueue(): void }

export type Online = {
  /** Disconnects from the relay until `goOnline()`. */
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  readonly stop: () => void
}

const checkMs = 500

/** Milliseconds until an unconfirmed message is published again. The client's own timeout is 15 s. */
const publishMs = 1_000

/**
 * Reconnects to the relay whenever the connection is lost. The client itself gives up if its first new socket is rejected. Unconfirmed
 * messages are published again at once. A call that finds no socket shares the attempt that is under way: the client would make a second
 * one, and waits for a minute when one of the two is cut while it subscribes.
 */
export function keepOnline(transport: Transport): Online {
  let isWanted = true
  const publisher = transport.publisher as Publisher
  publisher.initialPublishTimeout = publishMs
  const inner = transport as Transport & Connecting
  const connect = inner.connect.bind(inner)
  let connecting: Promise<void> | undefined
  inner.connect = (relayUrl) => {
    connecting ??= connect(relayUrl).finally(() => {
      connecting = undefined
    })
    return connecting
  }
  const open = async (): Promise<void> => {
    if (!isWanted || transport.connecting) return
    if (transport.connected) return publisher.checkQueue()
    // the next check retries
    await transport.transportOpen().catch(() => undefined)
  }
  const timer = setInterval(() => void open(), checkMs)
  return {
    goOffline: () => {
      isWanted = false
      return transport.transportClose()
    },
    goOnline: () => {
      isWanted = true
      return open()
    },
    stop: () => {
      isWanted = false
      clearInterval(timer)
    },
  }
}

/** In-memory storage for WalletConnect's clients; values are serialized, as in real storage. */
export type WalletStorage = {
  getKeys(): Promise<string[]>
  // the caller declares the type
  getEntries<Value>(): Promise<[string, Value][]>
  getItem<Value>(key: string): Promise<Value | undefined>
  setItem<Value>(key: string, value: Value): Promise<void>
  removeItem(key: string): Promise<void>
}

export function createMemoryStorage(): WalletStorage {
  const items = new Map<string, string>()
  return {
    getKeys: async () => [...items.keys()],
    getEntries: async () => [...items].map(([key, text]) => [key, JSON.parse(text)]),
    getItem: async (key) => {
      const text = items.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    setItem: async (key, value) => {
      items.set(key, JSON.stringify(value))
    },
    removeItem: async (key) => {
      items.delete(key)
    },
  }
}
