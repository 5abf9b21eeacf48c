import { type Connector, createConnectorEvents, lazily, loadModule, tell } from '@latchkey/core'
import type { WalletFeatures } from '../features/createWalletFeatures.js'
import type { StandardFeature } from '../parseStandardWallet.js'
import type { ConnectorOptions, WalletLink } from './walletLink.js'

type Method = (...inputs: readonly unknown[]) => unknown
type Events = { on?(event: 'change', listener: (properties: unknown) => void): () => void }

/** What of a wallet each ability needs: any one of these. */
const needs: { readonly [name in keyof WalletFeatures]: readonly StandardFeature[] } = {
  'message:sign': ['solana:signMessage'],
  'message:signIn': ['solana:signIn'],
  'transaction:sign': ['solana:signTransaction'],
  'transaction:signAll': ['solana:signTransaction'],
  'transaction:send': ['solana:signAndSendTransaction', 'solana:signTransaction'],
  'network:switch': ['standard:connect'],
}

/**
 * A wallet of the page (Wallet Standard). This is the part that a first page loads; what reads the wallet's answers and
 * what signs comes when it is needed.
 */
export function createStandardConnector(options: ConnectorOptions): {
  readonly connector: Connector
  letGo(): void
} {
  const { meta, wallet, warn } = options
  const events = createConnectorEvents({ onCount: () => sync(), warn })
  let isConnected = false
  let prompt: Promise<unknown> | undefined
  let stop: (() => void) | undefined

  const link: WalletLink = {
    ...options,
    async call(feature, ...inputs) {
      const [, method = ''] = feature.split(':')
      // called on its feature, as some are classes
      return (wallet.features[feature] as Readonly<Record<string, Method | undefined>>)[method]?.(...inputs)
    },
    emit(event, data) {
      if (event === 'disconnect') isConnected = false
      events.emit(event, data)
    },
  }
  const load = lazily(async () => (await loadModule(() => import('./createWallet.js'))).createWallet(link))
  const loadFeatures = lazily(async () =>
    (await loadModule(() => import('../features/createWalletFeatures.js'))).createWalletFeatures(link, await load()),
  )
  const names = (Object.keys(needs) as (keyof WalletFeatures)[]).filter((name) =>
    needs[name].some((feature) => options.features.includes(feature)),
  )

  /** The wallet is listened to as long as somebody listens here. */
  const sync = (): void => {
    if (events.count() === 0) {
      const end = stop
      stop = undefined
      if (end) tell([end], undefined, warn)
    } else if (!stop) {
      stop = () => undefined
      const listen = (): void => {
        const events = wallet.features['standard:events'] as Events | undefined
        const end = events?.on?.('change', (properties) => {
          load().then((loaded) => loaded.handle(properties), warn)
        })
        if (typeof end === 'function') stop = end
      }
      tell([listen], undefined, warn)
    }
  }

  const connector: Connector = {
    meta,
    features: Object.fromEntries(
      names.map((name) => [name, async (request: never) => (await loadFeatures())[name](request)]),
    ) as Connector['features'],
    prepare() {
      load().catch(() => undefined) // told by the `connect` that needs it
    },
    async connect(request) {
      request.signal.throwIfAborted()
      // wallets keep one prompt, which a visitor may have lost sight of: asking again joins it
      if (!request.silent)
        prompt ??= link.call('standard:connect').finally(() => {
          prompt = undefined
        })
      const reply = request.silent ? undefined : prompt
      reply?.catch(() => undefined) // told by who waits for it below
      const result = await (await load()).connect(request, reply)
      isConnected = true
      return result
    },
    async disconnect(request) {
      isConnected = false
      await (await load()).disconnect(request)
    },
    getProvider: async () => wallet,
    on: events.on,
    destroy: events.clear,
  }
  return {
    connector,
    letGo() {
      if (isConnected) link.emit('disconnect', { namespace: 'solana' })
    },
  }
}
