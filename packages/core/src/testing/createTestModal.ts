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
  /** Wallets that are there from the start. */
  readonly wallets?: readonly TestWallet[] | undefined
  /** Plugins beside the chain families. */
  readonly plugins?: readonly Plugin[] | undefined
  readonly storage?: TestStorage | undefined
  readonly clock?: TestClock | undefined
  readonly isStarted?: boolean | undefined
}

export type TestModal = {
  readonly modal: Modal
  readonly clock: TestClock
  readonly storage: TestStorage
  /** eip155 with mainnet and optimism. */
  readonly evm: TestChain<'eip155'>
  readonly sol: TestChain<'solana'>
  /** On eip155, announced from the start unless `wallets` says otherwise. */
  readonly wallet: TestWallet
  /** On solana, announced from the start. */
  readonly solWallet: TestWallet
}

/** A modal in a world of its own: two chain families, a wallet on each, a clock that stands still. */
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
    ...own,
    env: { ...createTestEnv({ storage, clock }), ...env },
  })
  if (isStarted) modal.start()
  return { modal, clock, storage, evm, sol: solChain, wallet, solWallet }
}

/** Everything outside, in memory. */
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
    fetch: () => Promise.reject(new Error('No test of core needs the network.')),
  }
}

/** Lets the code that restores connections load and ask the wallets. */
export async function restored(): Promise<void> {
  // one part loads the next
  for (let part = 0; part < 2; part++) {
    await vi.dynamicImportSettled()
    await settle()
  }
}
