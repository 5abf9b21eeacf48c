import type { Abilities, Connector, ConnectorMeta } from '../contracts/connector.js'
import { lazily } from '../utils/loadModule.js'
import { type ConnectorListeners, createConnectorEvents } from './connectorList.js'

/** A wallet on the page with its loaded connector code. */
export type OpenWallet = Pick<Connector, 'connect' | 'disconnect' | 'prepare'> & {
  /** Listens to the wallet's events. Returns a function that stops it. */
  listen(): () => void
  loadFeatures(): Promise<Abilities>
}

export type LazyConnectorOptions = {
  readonly meta: ConnectorMeta
  /** Names of the abilities that `loadFeatures` provides. */
  readonly names: readonly (keyof Abilities)[]
  readonly provider: unknown
  /** Loads the connector code, which passes wallet events to `emit`. */
  readonly open: (emit: ConnectorListeners['emit']) => Promise<OpenWallet>
  /** Called whenever a connection starts, ends or is requested. */
  readonly onUse?: ((isUsed: boolean) => void) | undefined
  readonly warn: (cause: unknown) => void
}

export type LazyConnector = {
  readonly connector: Connector
  readonly emit: ConnectorListeners['emit']
  /** Whether it is connected or connecting. */
  isUsed(): boolean
}

/** Creates a connector that loads its code on first use. */
export function createLazyConnector({ meta, names, provider, open, onUse, warn }: LazyConnectorOptions): LazyConnector {
  const events = createConnectorEvents({ onCount: () => sync(), warn })
  let pendingConnects = 0
  let isConnected = false
  let wallet: OpenWallet | undefined
  let stop: (() => void) | undefined

  const isUsed = (): boolean => isConnected || pendingConnects > 0
  const emit: ConnectorListeners['emit'] = (event, data) => {
    if (event === 'disconnect') isConnected = false
    events.emit(event, data)
    onUse?.(isUsed())
  }
  const load = lazily(async () => {
    wallet = await open(emit)
    return wallet
  })

  /**
   * Listens to the wallet while there are listeners; synchronously if the code is loaded, so that no event is missed.
   */
  const sync = (): void => {
    if (events.count() === 0) {
      stop?.()
      stop = undefined
    } else if (!stop) {
      if (wallet) stop = wallet.listen()
      else load().then(sync, warn)
    }
  }

  const connector: Connector = {
    meta,
    features: toLazyFeatures(names, async () => (await load()).loadFeatures()),
    prepare() {
      load().then(
        (loaded) => loaded.prepare?.(),
        () => undefined, // reported by the `connect` that needs it
      )
    },
    async connect(request) {
      request.signal.throwIfAborted()
      pendingConnects += 1
      onUse?.(true)
      try {
        // within the task of the click if the code is loaded
        const opened = wallet ?? (await load())
        request.signal.throwIfAborted()
        const result = await opened.connect(request)
        isConnected = true
        return result
      } finally {
        pendingConnects -= 1
        onUse?.(isUsed())
      }
    },
    async disconnect(request) {
      isConnected = false
      onUse?.(isUsed())
      await (await load()).disconnect(request)
    },
    getProvider: async () => provider,
    on: events.on,
    destroy: events.clear,
  }
  return { connector, emit, isUsed }
}

/**
 * Returns abilities by name whose code is loaded by the first call. Calling a name that `load` doesn't provide rejects.
 */
export function toLazyFeatures<features extends object>(
  names: readonly (keyof features & string)[],
  load: () => Promise<features>,
): features {
  const toFeature =
    (name: keyof features) =>
    async (request: never): Promise<unknown> =>
      ((await load())[name] as (request: never) => unknown)(request)
  return Object.fromEntries(names.map((name) => [name, toFeature(name)])) as features
}
