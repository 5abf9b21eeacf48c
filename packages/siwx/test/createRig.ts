import { createBitcoinVerifier } from '@latchkey/adapter-bitcoin/verify'
import { createEvmVerifier } from '@latchkey/adapter-evm/verify'
import { createSolanaVerifier } from '@latchkey/adapter-solana/verify'
import type { AdapterFeatures, AdapterInstance, Env, Namespace, PluginContext, Siwx } from '@latchkey/core'
import { createTestClock, createTestContext, createTestPage, type TestClock, type TestPage } from '@latchkey/testing'
import { getAddress } from 'viem'
import { onTestFinished } from 'vitest'
import { siwx } from '../src/createSiwx.js'
import type { SiwxOptions } from '../src/options.js'
import { createStorage, type FakeStorage } from './createStorage.js'
import { networks } from './networks.js'

export type RigOptions = {
  readonly options?: SiwxOptions | undefined
  readonly storage?: FakeStorage | undefined
  readonly clock?: TestClock | undefined
  readonly fetch?: Env['fetch'] | undefined
  /** Replaces the adapters' verification. */
  readonly verify?: AdapterFeatures['message:verify'] | null | undefined
  readonly location?: { readonly host: string; readonly origin: string; readonly href: string } | null | undefined
}

/** Sign-in on a separate page, with the verification of the adapters of three namespaces. */
export type Rig = {
  readonly siwx: Siwx
  readonly context: PluginContext
  readonly warnings: readonly unknown[]
  readonly storage: FakeStorage
  readonly clock: TestClock
  readonly page: TestPage
  /** Simulates a write by another tab. */
  changeElsewhere(key: string | null): void
  /** Destroys the modal. */
  end(): void
}

const app = { host: 'app.example', origin: 'https://app.example', href: 'https://app.example/shop?a=b' }

export function createRig(input: RigOptions = {}): Rig {
  const { storage = createStorage(), clock = createTestClock(), options = {}, location = app } = input
  const page = Object.assign(createTestPage(), location && { location })
  const fetch: Env['fetch'] = input.fetch ?? (() => Promise.reject(new TypeError('There is no network here.')))
  const adapters = new Map<Namespace, AdapterInstance>()
  const base = createTestContext({
    page,
    networks,
    env: { fetch, now: clock.now, setTimeout: clock.setTimeout, storage: () => storage },
  })
  const context: PluginContext = { ...base, getAdapter: (namespace) => adapters.get(namespace) }
  for (const { namespace, verify } of [createEvmVerifier({ fetch }), createSolanaVerifier(), createBitcoinVerifier()])
    adapters.set(namespace, {
      features: {
        'message:verify': input.verify === undefined ? verify : (input.verify ?? undefined),
        ...(namespace === 'eip155' && { 'address:format': async ({ address }) => getAddress(address) }),
      },
      getConnectors: () => [],
      onConnectorsChange: () => () => undefined,
      destroy: () => undefined,
    })
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
