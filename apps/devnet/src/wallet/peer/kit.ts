import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'

export type WalletKitClient = InstanceType<typeof WalletKit>

type CreateWalletKitOptions = {
  readonly relayUrl: string
  readonly name: string
  readonly url: string
  /** Where sessions are kept; `page` is IndexedDB. */
  readonly storage: WalletStorage | 'memory' | 'page'
  /** Tells apart what several wallets of one process or page keep. */
  readonly prefix: string
}

/** The client of wallets, which asks nobody but the relay. */
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
  // both speak to hosts of the vendor, this one whatever `telemetryEnabled` says
  core.eventClient.init = async () => undefined
  core.verify.resolve = () => Promise.reject(new Error('Nobody vouches for apps here.'))
  return WalletKit.init({
    // its own type lacks the `undefined` that it is declared with elsewhere
    core: core as WalletKitTypes.Options['core'],
    metadata: { name, description: 'Signs on local chains', url, icons: [] },
    // without it, requests are a second apart
    signConfig: { disableRequestQueue: true },
  })
}

/** The part of WalletConnect's clients that speaks to the relay. */
export type Transport = {
  readonly connected: boolean
  readonly connecting: boolean
  transportOpen(): Promise<void>
  transportClose(): Promise<void>
  readonly publisher: object
}

/** What its types leave out. */
type Publisher = { initialPublishTimeout: number; checkQueue(): void }

export type Online = {
  /** Lets go of the relay until `goOnline()`. */
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  readonly stop: () => void
}

const checkMs = 500

/** How long the relay may take to say that it has a message, before it is given it again. The client's own: 15 s. */
const publishMs = 1_000

/**
 * Comes back to the relay whenever it was lost. The clients do so by themselves only where the first new socket is let in:
 * one that is refused counts as a wish to stay away. A message that was under way then is sent again at once.
 */
export function keepOnline(transport: Transport): Online {
  let isWanted = true
  const publisher = transport.publisher as Publisher
  publisher.initialPublishTimeout = publishMs
  const open = async (): Promise<void> => {
    if (!isWanted || transport.connecting) return
    if (transport.connected) return publisher.checkQueue()
    // the next check comes soon
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

/** Storage of WalletConnect's clients that ends with the process; values are kept as text, as real ones are. */
export type WalletStorage = {
  getKeys(): Promise<string[]>
  // the clients name the type of what they read
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
