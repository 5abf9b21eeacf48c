import { WalletKit, type WalletKitTypes } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { createMemoryStorage, type WalletStorage } from './createMemoryStorage.js'

export type WalletKitClient = InstanceType<typeof WalletKit>

export type CreateWalletKitOptions = {
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
