import { createModalCore, type Modal } from '@latchkey/core'
import { connect } from '@latchkey/core/controllers'
import { createEvmWallet, createTestPage, type EvmWallet, type EvmWalletOptions } from '@latchkey/testing'
import { getConnection } from 'wagmi/actions'
import { evm } from '../src/adapter.js'
import { createWagmiConfig, type LatchkeyWagmiConfig } from '../src/wagmi/modal/createWagmiConfig.js'
import { createNetwork } from './createNetwork.js'

export type WagmiPagesOptions = {
  readonly chains: readonly { readonly chainId: number; readonly url: string }[]
  readonly accounts: EvmWalletOptions['accounts']
}

export type LoadOptions = Partial<EvmWalletOptions> & { readonly announceAfter?: number | undefined }

/** A page of an app: wallet, modal and wagmi config. */
export type WagmiPage = {
  readonly wallet: EvmWallet
  readonly modal: Modal
  readonly config: LatchkeyWagmiConfig
  /** Leaves the page. Its storage is kept. */
  readonly leave: () => void
}

export type WagmiPages = {
  /** Loads the page. */
  readonly load: (options?: LoadOptions) => WagmiPage
  /** Loads the page, and connects the wallet in the modal. */
  readonly loadConnected: (options?: LoadOptions) => Promise<WagmiPage>
  /** Adds another wallet to the page. */
  readonly addWallet: (options: Partial<EvmWalletOptions>) => EvmWallet
  /** Leaves all pages. Returns the number of listeners that were not removed. */
  readonly close: () => number
}

export const connectorId = 'org.latchkey.dev'

/** A browser that keeps what a page stores for its next loads. */
export function createWagmiPages({ chains, accounts }: WagmiPagesOptions): WagmiPages {
  const page = createTestPage()
  const store = new Map<string, string>()
  const ends: (() => void)[] = []
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  const createWallet = (options: Partial<EvmWalletOptions>): EvmWallet =>
    createEvmWallet({
      name: 'Dev wallet',
      rdns: connectorId,
      accounts,
      chains: chains.map(({ chainId, url }) => ({ id: chainId, rpcUrl: url })),
      storage,
      origin: 'test',
      ...options,
    })

  const load: WagmiPages['load'] = ({ announceAfter, ...options } = {}) => {
    const wallet = createWallet(options)
    const stop = wallet.announce(page, { after: announceAfter })
    const modal = createModalCore({
      networks: chains.map(({ chainId, url }) => createNetwork(chainId, url)),
      adapters: [evm()],
      env: { window: () => page as unknown as Window, storage: () => storage },
    })
    const config = createWagmiConfig(modal)
    const leave = (): void => {
      modal.destroy()
      stop()
    }
    ends.push(leave)
    return { wallet, modal, config, leave }
  }

  return {
    load,
    async loadConnected(options) {
      const loaded = load(options)
      loaded.modal.start()
      await connect(loaded.modal, { connectorId })
      return loaded
    },
    addWallet(options) {
      const wallet = createWallet(options)
      ends.push(wallet.announce(page))
      return wallet
    },
    close() {
      for (const end of ends) end()
      return page.listenerCount()
    },
  }
}

export type WagmiState = {
  readonly address: string | undefined
  readonly chainId: number | undefined
  readonly status: string
}

/** Returns the connection as wagmi's hooks would. */
export function readWagmi(config: LatchkeyWagmiConfig): WagmiState {
  const { address, chainId, status } = getConnection(config)
  return { address, chainId, status }
}

export const disconnected: WagmiState = { address: undefined, chainId: undefined, status: 'disconnected' }
