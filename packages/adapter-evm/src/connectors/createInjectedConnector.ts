import { type Connector, createConnectorEvents, lazily, loadModule, tell } from '@latchkey/core'
import type { WalletFeatures } from '../features/createWalletFeatures.js'
import type { InjectedOptions, WalletLink } from './walletLink.js'

const names: readonly (keyof WalletFeatures)[] = [
  'message:sign',
  'typedData:sign',
  'transaction:send',
  'network:switch',
  'calls:send',
  'calls:status',
  'capabilities:read',
]

/**
 * A wallet of the page (EIP-1193). This is the part that a first page loads; what reads the wallet's answers and what
 * signs comes when it is needed.
 */
export function createInjectedConnector({ onUse, ...options }: InjectedOptions): Connector {
  const { meta, provider, warn } = options
  const events = createConnectorEvents({ onCount: () => sync(), warn })
  let isConnected = false
  let asking = 0
  let prompt: Promise<unknown> | undefined
  let stops: readonly (() => void)[] = []

  const link: WalletLink = {
    ...options,
    emit(event, data) {
      if (event === 'disconnect') isConnected = false
      events.emit(event, data)
      report()
    },
    listen(event, listener) {
      tell([() => provider.on?.(event, listener)], undefined, warn)
      return () => tell([() => provider.removeListener?.(event, listener)], undefined, warn)
    },
  }
  const load = lazily(async () => (await loadModule(() => import('./createWallet.js'))).createWallet(link))
  const loadFeatures = lazily(async () =>
    (await loadModule(() => import('../features/createWalletFeatures.js'))).createWalletFeatures(link, await load()),
  )
  // asynchronous, so that a provider that throws rejects
  const ask = async (method: string): Promise<unknown> => provider.request({ method })

  const report = (): void => onUse(isConnected || asking > 0)

  /** The provider is listened to as long as somebody listens here. */
  const sync = (): void => {
    if (events.count() === 0) {
      for (const stop of stops) stop()
      stops = []
    } else if (stops.length === 0)
      stops = (['accountsChanged', 'chainChanged', 'disconnect'] as const).map((event) =>
        link.listen(event, (payload) => load().then((wallet) => wallet.handle(event, payload), warn)),
      )
  }

  return {
    meta,
    features: Object.fromEntries(
      names.map((name) => [name, async (request: never) => (await loadFeatures())[name](request)]),
    ) as WalletFeatures,
    prepare() {
      load().then(
        (wallet) => wallet.prepare(),
        () => undefined, // told by the `connect` that needs it
      )
    },
    async connect(request) {
      request.signal.throwIfAborted()
      asking += 1
      report()
      // wallets keep one prompt, which a visitor may have lost sight of: asking again joins it
      if (!request.silent)
        prompt ??= ask('eth_requestAccounts').finally(() => {
          prompt = undefined
        })
      const reply = (!request.silent && prompt) || ask('eth_accounts')
      reply.catch(() => undefined) // told by who waits for it below
      try {
        const result = await (await load()).connect(request, reply)
        isConnected = true
        return result
      } finally {
        asking -= 1
        report()
      }
    },
    async disconnect(request) {
      isConnected = false
      report()
      await (await load()).disconnect(request)
    },
    getProvider: async () => provider,
    on: events.on,
    destroy: events.clear,
  }
}
