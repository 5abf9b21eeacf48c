import type { Abilities, Connector, ConnectorMeta } from '../contracts/connector.js'
import { lazily } from '../utils/loadModule.js'
import { type ConnectorListeners, createConnectorEvents } from './connectorList.js'

/** A wallet of the page, with the code that speaks to it. */
export type OpenWallet = Pick<Connector, 'connect' | 'disconnect' | 'prepare'> & {
  /** Follows what the wallet tells. Returns its undoing. */
  listen(): () => void
  loadFeatures(): Promise<Abilities>
}

export type LazyConnectorOptions = {
  readonly meta: ConnectorMeta
  /** The abilities that `loadFeatures` brings. */
  readonly names: readonly (keyof Abilities)[]
  readonly provider: unknown
  /** Loads the code; what the wallet tells goes through `emit`. */
  readonly open: (emit: ConnectorListeners['emit']) => Promise<OpenWallet>
  /** Told whenever a connection through it begins or ends, or one is asked for. */
  readonly onUse?: ((isUsed: boolean) => void) | undefined
  readonly warn: (cause: unknown) => void
}

export type LazyConnector = {
  readonly connector: Connector
  readonly emit: ConnectorListeners['emit']
  /** Whether a connection through it is there, or asked for. */
  isUsed(): boolean
}

/** The part of a connector that a first page loads: what speaks to the wallet comes when it is needed. */
export function createLazyConnector({ meta, names, provider, open, onUse, warn }: LazyConnectorOptions): LazyConnector {
  const events = createConnectorEvents({ onCount: () => sync(), warn })
  let asking = 0
  let isConnected = false
  let wallet: OpenWallet | undefined
  let stop: (() => void) | undefined

  const isUsed = (): boolean => isConnected || asking > 0
  const emit: ConnectorListeners['emit'] = (event, data) => {
    if (event === 'disconnect') isConnected = false
    events.emit(event, data)
    onUse?.(isUsed())
  }
  const load = lazily(async () => {
    wallet = await open(emit)
    return wallet
  })

  /** The wallet is listened to as long as somebody listens here; at once where it is loaded, so that nothing is missed. */
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
        () => undefined, // told by the `connect` that needs it
      )
    },
    async connect(request) {
      request.signal.throwIfAborted()
      asking += 1
      onUse?.(true)
      try {
        // in the task of the click where the code is there
        const result = await (wallet ?? (await load())).connect(request)
        isConnected = true
        return result
      } finally {
        asking -= 1
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
 * Abilities by name, whose code is loaded by the first call of any. A name that `load` does not bring is no ability: its call
 * rejects.
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
