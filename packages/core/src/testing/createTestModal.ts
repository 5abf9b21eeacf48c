import { vi } from 'vitest'
import type { Plugin } from '../contracts/adapter.js'
import { createModalCore, type InitialStateOption } from '../modal/createModalCore.js'
import type { Env } from '../modal/env.js'
import type { Modal } from '../modal/modal.js'
import type { ModalOptions } from '../modal/options/options.js'
import { sol } from './accounts.js'
import { createTestChain, type TestChain } from './createTestChain.js'
import { createTestClock, type TestClock } from './createTestClock.js'
import { createTestStorage, type TestStorage } from './createTestStorage.js'
import { createTestWallet, type TestWallet } from './createTestWallet.js'
import { mainnet, optimism, solana } from './networks.js'
import { settle } from './settle.js'

export type TestModalOptions = Partial<Omit<ModalOptions & InitialStateOption, 'env'>> & {
  readonly env?: Partial<Env> | undefined
  /** Wallets that are announced from the start. */
  readonly wallets?: readonly TestWallet[] | undefined
  /** Plugins in addition to the chain adapters. */
  readonly plugins?: readonly Plugin[] | undefined
  readonly storage?: TestStorage | undefined
  readonly clock?: TestClock | undefined
  readonly isStarted?: boolean | undefined
}

export type TestModal = {
  readonly modal: Modal
  readonly clock: TestClock
  readonly storage: TestStorage
  /** The eip155 adapter, with mainnet and optimism. */
  readonly evm: TestChain<'eip155'>
  readonly sol: TestChain<'solana'>
  /** A wallet in eip155. Announced from the start, unless `wallets` is given. */
  readonly wallet: TestWallet
  /** A wallet in solana. Announced from the start. */
  readonly solWallet: TestWallet
}

/**
 * Creates a modal with an environment in memory: two namespaces, a wallet in each, and a clock that only advances on
 * demand. With `debug`, so that tests see its warnings.
 */
export function createTestModal(options: TestModalOptions = {}): TestModal {
  const { wallets, plugins = [], env, isStarted = true, ...rest } = options
  const { storage = createTestStorage(), clock = createTestClock(), ...own } = rest
  const wallet = wallets?.[0] ?? createTestWallet()
  const connectors = (wallets ?? [wallet]).map(({ connector }) => connector)
  const solWallet = createTestWallet({
    id: 'org.example.sol',
    name: 'Example Sol',
    namespaces: ['solana'],
    accounts: [sol],
    caipNetworkId: solana.caipNetworkId,
  })
  const evm = createTestChain({ namespace: 'eip155', networks: [mainnet, optimism], connectors })
  const solChain = createTestChain({ namespace: 'solana', networks: [solana], connectors: [solWallet.connector] })
  const modal = createModalCore({
    adapters: [evm.plugin, solChain.plugin, ...plugins],
    debug: true,
    ...own,
    env: { ...createTestEnv({ storage, clock }), ...env },
  })
  if (isStarted) modal.start()
  return { modal, clock, storage, evm, sol: solChain, wallet, solWallet }
}

/** Creates an environment in memory. */
export function createTestEnv({
  storage = createTestStorage(),
  clock = createTestClock(),
}: {
  readonly storage?: TestStorage | undefined
  readonly clock?: TestClock | undefined
} = {}): Env {
  return {
    now: clock.now,
    setTimeout: clock.setTimeout,
    storage: () => storage,
    window: () => null,
    random: (length) => new Uint8Array(length),
    timeZone: () => 'Europe/Berlin',
    fetch: () => Promise.reject(new Error('No test of core needs the network.')),
  }
}

/** Waits until the code that restores connections has loaded and asked the wallets. */
export async function restored(): Promise<void> {
  // one chunk loads the next
  for (let chunk = 0; chunk < 2; chunk++) {
    await vi.dynamicImportSettled()
    await settle()
  }
}
