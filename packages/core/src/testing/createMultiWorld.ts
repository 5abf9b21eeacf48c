import type { Account } from '../contracts/account.js'
import type { Network } from '../contracts/network.js'
import { createModalCore } from '../modal/createModalCore.js'
import type { Modal } from '../modal/modal.js'
import type { Namespace } from '../utils/caip.js'
import { createTestChain, type TestChain } from './createTestChain.js'
import { createTestClock, type TestClock } from './createTestClock.js'
import { createTestEnv } from './createTestModal.js'
import { createTestStorage, type TestStorage } from './createTestStorage.js'
import { createTestWallet, type TestWallet } from './createTestWallet.js'
import { mainnet, optimism, solana } from './networks.js'

export const testNamespaces = ['eip155', 'solana', 'bip122'] as const
export type TestNamespace = (typeof testNamespaces)[number]

const bitcoin: Network = {
  id: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  chainNamespace: 'bip122',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: ['https://btc.example.org'] } },
}

const networks = { eip155: [mainnet, optimism], solana: [solana], bip122: [bitcoin] } as const

/** Returns account `index` of wallet `wallet` in a namespace. All accounts differ. */
export function accountOf(namespace: TestNamespace, wallet: number, index = 0): Account {
  const digit = String(1 + wallet * 2 + index)
  const addresses = { eip155: `0x${digit.repeat(40)}`, solana: digit.repeat(40), bip122: `bc1q${digit.repeat(36)}` }
  return { namespace, address: addresses[namespace], type: namespace === 'bip122' ? 'payment' : 'eoa' }
}

/** Creates three wallets in every namespace: nine connectors. They outlive a page load. */
export function createMultiWallets(): { readonly [family in TestNamespace]: readonly TestWallet[] } {
  const create = (namespace: Namespace & TestNamespace): readonly TestWallet[] =>
    [0, 1, 2].map((index) =>
      createTestWallet({
        id: `${namespace}.wallet${index}`,
        name: `Wallet No. ${index}`,
        namespaces: [namespace],
        accounts: [accountOf(namespace, index)],
        caipNetworkId: networks[namespace][0].caipNetworkId,
      }),
    )
  return { eip155: create('eip155'), solana: create('solana'), bip122: create('bip122') }
}

export type MultiWorld = {
  readonly modal: Modal
  readonly clock: TestClock
  readonly storage: TestStorage
  readonly chains: { readonly [family in TestNamespace]: TestChain<TestNamespace> }
  readonly wallets: ReturnType<typeof createMultiWallets>
}

type MultiWorldOptions = {
  readonly wallets?: ReturnType<typeof createMultiWallets> | undefined
  readonly storage?: TestStorage | undefined
  readonly multiWallet?: boolean | undefined
  /** Whether the wallets are announced from the start. */
  readonly isAnnounced?: boolean | undefined
  readonly window?: Window | undefined
  readonly inline?: boolean | undefined
}

/** Creates a page with three namespaces and three wallets in each. */
export function createMultiWorld(options: MultiWorldOptions = {}): MultiWorld {
  const { wallets = createMultiWallets(), storage = createTestStorage(), multiWallet = true } = options
  const { isAnnounced = true, window = null, inline = false } = options
  const clock = createTestClock()
  const toChain = (namespace: TestNamespace): TestChain<TestNamespace> =>
    createTestChain({
      namespace,
      networks: networks[namespace],
      connectors: isAnnounced ? wallets[namespace].map(({ connector }) => connector) : [],
    })
  const chains = { eip155: toChain('eip155'), solana: toChain('solana'), bip122: toChain('bip122') }
  const modal = createModalCore({
    adapters: testNamespaces.map((family) => chains[family].plugin),
    features: { multiWallet },
    debug: true,
    inline,
    env: { ...createTestEnv({ clock, storage }), window: () => window },
  })
  modal.start()
  return { modal, clock, storage, chains, wallets }
}
