import { bitcoin, bitcoinMainnet } from '@latchkey/adapter-bitcoin'
import { evm } from '@latchkey/adapter-evm'
import { solana, solanaDevnet, solanaMainnet } from '@latchkey/adapter-solana'
import type { AdapterFeatures, AdapterInstance, Env, Namespace, Network, PluginContext, Siwx } from '@latchkey/core'
import { createTestClock, createTestContext, createTestPage, type TestClock, type TestPage } from '@latchkey/testing'
import { onTestFinished } from 'vitest'
import { siwx } from '../src/createSiwx.js'
import type { SiwxOptions } from '../src/options.js'
import { createStorage, type FakeStorage } from './createStorage.js'

export type RigOptions = {
  readonly options?: SiwxOptions | undefined
  readonly storage?: FakeStorage | undefined
  readonly clock?: TestClock | undefined
  readonly fetch?: Env['fetch'] | undefined
  /** In place of what the adapter of each family has. */
  readonly verify?: AdapterFeatures['message:verify'] | null | undefined
  readonly location?: { readonly host: string; readonly origin: string; readonly href: string } | null | undefined
}

/** Sign-in on a page of its own, with the adapters of three chain families. */
export type Rig = {
  readonly siwx: Siwx
  readonly context: PluginContext
  readonly warnings: readonly unknown[]
  readonly storage: FakeStorage
  readonly clock: TestClock
  readonly page: TestPage
  /** As the browser does when another tab has written. */
  changeElsewhere(key: string | null): void
  /** Ends the modal. */
  end(): void
}

const app = { host: 'app.example', origin: 'https://app.example', href: 'https://app.example/shop?a=b' }

type EvmNetwork = Network & {
  readonly id: number
  readonly chainNamespace: 'eip155'
  readonly caipNetworkId: `eip155:${number}`
}

export const chains: { readonly [name in 'one' | 'two']: EvmNetwork } = {
  one: toEvmNetwork(1, 'One'),
  two: toEvmNetwork(2, 'Two'),
}

function toEvmNetwork(id: number, name: string): EvmNetwork {
  return {
    id,
    name,
    chainNamespace: 'eip155',
    caipNetworkId: `eip155:${id}` as const,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: ['https://node.example'] } },
  }
}

export function createRig(input: RigOptions = {}): Rig {
  const { storage = createStorage(), clock = createTestClock(), options = {}, location = app } = input
  const page = Object.assign(createTestPage(), location && { location })
  const fetch: Env['fetch'] = input.fetch ?? (() => Promise.reject(new TypeError('There is no network here.')))
  const plugins = [
    evm({ networks: [chains.one, chains.two] }),
    solana({ networks: [solanaMainnet, solanaDevnet] }),
    bitcoin({ networks: [bitcoinMainnet] }),
  ]
  const networks = plugins.flatMap((plugin): readonly Network[] => plugin.networks)
  const adapters = new Map<Namespace, AdapterInstance>()
  const base = createTestContext({
    page,
    networks,
    env: { fetch, now: clock.now, setTimeout: clock.setTimeout, storage: () => storage },
  })
  const context: PluginContext = { ...base, getAdapter: (namespace) => adapters.get(namespace) }
  for (const adapter of plugins) {
    const own = networks.filter(({ chainNamespace }) => chainNamespace === adapter.namespace)
    const instance = adapter.setup({ ...context, env: { ...context.env, window: () => null }, getNetworks: () => own })
    const features = input.verify === undefined ? instance.features : { 'message:verify': input.verify ?? undefined }
    adapters.set(adapter.namespace, { ...instance, features })
    onTestFinished(() => instance.destroy())
  }
  onTestFinished(base.end)
  return {
    siwx: siwx(options).setup(context),
    context,
    warnings: base.warnings,
    storage,
    clock,
    page,
    changeElsewhere: (key) => void page.dispatchEvent(Object.assign(new Event('storage'), { key })),
    end: base.end,
  }
}
