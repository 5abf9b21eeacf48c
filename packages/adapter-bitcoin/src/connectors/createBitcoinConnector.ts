import { type Connector, lazily, loadModule, tell } from '@latchkey/core'
import type { WalletFeatures } from '../features/createWalletFeatures.js'
import type { Wallet } from './createWallet.js'
import type { BitcoinConnectorOptions, WalletLink } from './walletLink.js'

/**
 * A Bitcoin wallet of the page. This is the part that a first page loads; what speaks to the wallet, and what checks its
 * answers, comes when it is needed.
 */
export function createBitcoinConnector({ onUse, ...options }: BitcoinConnectorOptions): Connector {
  const { meta, found, warn } = options
  const { message, psbt, network } = found.can
  const listeners = { change: new Set<(data: never) => void>(), disconnect: new Set<(data: never) => void>() }
  let isConnected = false
  let asking = 0
  let wallet: Wallet | undefined
  let stop: (() => void) | undefined

  const link: WalletLink = {
    ...options,
    emit(event, data) {
      if (event === 'disconnect') isConnected = false
      tell(listeners[event] as Set<(payload: typeof data) => void>, data, warn)
      report()
    },
  }
  const load = lazily(async () => {
    wallet = (await loadModule(() => import('./createWallet.js'))).createWallet(link)
    return wallet
  })
  const loadFeatures = lazily(async () =>
    (await loadModule(() => import('../features/createWalletFeatures.js'))).createWalletFeatures(link, await load()),
  )
  const feature = <name extends keyof WalletFeatures>(
    name: name,
    isThere: boolean,
  ): WalletFeatures[name] | undefined =>
    isThere ? ((async (request: never) => (await loadFeatures())[name](request)) as WalletFeatures[name]) : undefined

  const report = (): void => onUse(isConnected || asking > 0)

  /** The wallet is listened to as long as somebody listens here; at once where it is loaded, so that nothing is missed. */
  const sync = (): void => {
    const isHeard = listeners.change.size + listeners.disconnect.size > 0
    if (!isHeard) {
      stop?.()
      stop = undefined
    } else if (!stop) {
      if (wallet) stop = wallet.listen()
      else load().then(sync, warn)
    }
  }

  return {
    meta,
    features: {
      'message:sign': feature('message:sign', message),
      'psbt:sign': feature('psbt:sign', psbt),
      'transaction:send': feature('transaction:send', psbt),
      'network:switch': feature('network:switch', network),
    },
    prepare() {
      load().then(
        (loaded) => loaded.prepare(),
        () => undefined, // told by the `connect` that needs it
      )
    },
    async connect(request) {
      request.signal.throwIfAborted()
      asking += 1
      report()
      try {
        const result = await (await load()).connect(request)
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
    getProvider: async () => found.target,
    on(event, listener) {
      listeners[event].add(listener)
      sync()
      return () => {
        listeners[event].delete(listener)
        sync()
      }
    },
    destroy() {
      listeners.change.clear()
      listeners.disconnect.clear()
      sync()
    },
  }
}
