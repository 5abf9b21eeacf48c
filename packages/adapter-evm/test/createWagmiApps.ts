import { type ChainAdapter, createModalCore, type Modal } from '@latchkey/core'
import {
  createEvmWallet,
  createTestPage,
  type EvmWallet,
  type EvmWalletOptions,
  type TestPage,
} from '@latchkey/testing'
import { vi } from 'vitest'
import { type Config, type CreateConnectorFn, createConfig, createStorage, http } from 'wagmi'
import { reconnect } from 'wagmi/actions'
import { wagmiEvm } from '../src/wagmi/config/adapter.js'
import { createNetwork } from './createNetwork.js'

export type WagmiAppsOptions = {
  readonly chains: readonly { readonly chainId: number; readonly url: string }[]
  readonly accounts: EvmWalletOptions['accounts']
}

export type LoadAppOptions = {
  /** Rdns of the wallets. The accounts of each start at its index. */
  readonly wallets?: readonly string[] | undefined
  readonly multiWallet?: boolean | undefined
  readonly connectors?: readonly CreateConnectorFn[] | undefined
  readonly ssr?: boolean | undefined
  /** Milliseconds until the wallets announce themselves. */
  readonly announceAfter?: number | undefined
  readonly prepare?: ((page: TestPage) => void) | undefined
}

export type WagmiApp = {
  readonly config: Config
  readonly modal: Modal
  readonly page: TestPage
  readonly wallets: readonly EvmWallet[]
  /** Does what wagmi's provider does on mount, unless the page was rendered on a server. */
  readonly mount: () => Promise<void>
  /** Warnings of the adapter. */
  readonly warnings: readonly unknown[]
  readonly leave: () => void
}

export type WagmiApps = {
  /** Loads the page, with what earlier loads stored. */
  readonly load: (options?: LoadAppOptions) => WagmiApp
  readonly close: () => void
}

export const first = 'io.first'
export const second = 'io.second'

/** A browser with an app that has its own wagmi config, and a modal that uses it. */
export function createWagmiApps({ chains, accounts }: WagmiAppsOptions): WagmiApps {
  const store = new Map<string, string>()
  const ends: (() => void)[] = []
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  }
  const createWallet = (rdns: string, index: number): EvmWallet =>
    createEvmWallet({
      name: `Wallet ${rdns}`,
      rdns,
      storage,
      origin: 'test',
      accounts: [...accounts.slice(index), ...accounts.slice(0, index)],
      chains: chains.map(({ chainId, url }) => ({ id: chainId, rpcUrl: url })),
    })

  const load: WagmiApps['load'] = ({ prepare, multiWallet = false, connectors = [], ssr = false, ...options } = {}) => {
    const page = createTestPage()
    prepare?.(page)
    // wagmi looks for wallets on the global window
    vi.stubGlobal('window', page)
    const wallets = (options.wallets ?? [first, second]).map(createWallet)
    const stops = wallets.map((wallet) => wallet.announce(page, { after: options.announceAfter }))
    const [main, ...others] = chains.map(({ chainId, url }) => createNetwork(chainId, url))
    if (!main) throw new Error('There is no chain.')
    const config = createConfig({
      chains: [main, ...others] as never,
      connectors,
      ssr,
      transports: Object.fromEntries(chains.map(({ chainId, url }) => [chainId, http(url)])),
      storage: createStorage({ storage }),
    }) as unknown as Config
    const warnings: unknown[] = []
    const adapter: ChainAdapter<'eip155'> = wagmiEvm({ config })
    const modal: Modal = createModalCore({
      adapters: [
        {
          ...adapter,
          setup: (context) => adapter.setup({ ...context, warn: (cause) => void warnings.push(cause) }),
        },
      ],
      features: { multiWallet },
      env: { window: () => page as unknown as Window, storage: () => storage },
    })
    const leave = (): void => {
      modal.destroy()
      for (const stop of stops) stop()
    }
    ends.push(leave)
    const mount = async (): Promise<void> => void (await reconnect(config))
    return { config, modal, page, wallets, mount, warnings, leave }
  }
  return {
    load,
    close() {
      for (const end of ends) end()
    },
  }
}
