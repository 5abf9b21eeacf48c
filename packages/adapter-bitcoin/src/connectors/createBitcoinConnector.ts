import { type Connector, createConnectorEvents, lazily, loadModule } from '@latchkey/core'
import type { WalletFeatures } from '../features/createWalletFeatures.js'
import type { LoadedWallet } from './createWallet.js'
import type { BitcoinConnectorOptions } from './walletLink.js'

/** A connector, and whether a connection through it is there or on its way. */
export type BitcoinConnector = { readonly connector: Connector; readonly isUsed: () => boolean }

/**
 * A Bitcoin wallet of the page. This is the part that a first page loads; what speaks to the wallet, and what checks its
 * answers, comes when it is needed.
 */
export function createBitcoinConnector(options: BitcoinConnectorOptions): BitcoinConnector {
  const { meta, found, warn } = options
  const { message, psbt, network } = found.can
  const events = createConnectorEvents({ onCount: () => sync(), warn })
  let asking = 0
  let wallet: LoadedWallet | undefined
  let stop: (() => void) | undefined

  const load = lazily(async () => {
    const { createWallet } = await loadModule(() => import('./createWallet.js'))
    wallet = createWallet({
      ...options,
      emit: events.emit,
    })
    return wallet
  })
  const feature = <name extends keyof WalletFeatures>(
    name: name,
    isThere: boolean,
  ): WalletFeatures[name] | undefined =>
    isThere
      ? ((async (request: never) => (await (await load()).loadFeatures())[name](request)) as WalletFeatures[name])
      : undefined

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
      try {
        return await (await load()).connect(request)
      } finally {
        asking -= 1
      }
    },
    disconnect: async (request) => (await load()).disconnect(request),
    getProvider: async () => found.target,
    on: events.on,
    destroy: events.clear,
  }
  // only the wallet that is connected is listened to
  return { connector, isUsed: () => asking + events.count() > 0 }
}
