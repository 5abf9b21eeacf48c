import { bitcoin, bitcoinMainnet } from '@latchkey/adapter-bitcoin'
import { evm } from '@latchkey/adapter-evm'
import { solana, solanaMainnet } from '@latchkey/adapter-solana'
import type { ConnectorPlugin, Env, NetworkInput, Plugin } from '@latchkey/core'
import { createEvmWallet, type EvmWallet } from '@latchkey/testing'
import { type BitcoinWallet, createBitcoinWallet } from '@latchkey/testing/bitcoin'
import { createTestLogin, createTestPairing, type TestLogin, type TestPairing } from '@latchkey/testing/connectors'
import { createSolanaWallet, type SolanaWallet } from '@latchkey/testing/solana'
import { type CreateModalOptions, createModal, type UiModal } from '@latchkey/ui-react'
import { walletConnect } from '@latchkey/walletconnect'
import { devKeys, toBytes } from '../devWallet/keys.js'
import { chains, connectorIds, longTexts, now, toPicture } from './fixtures.js'
import { type Answers, createService, type FixtureService, type NodeAnswers, serviceUrl } from './service.js'
import { createUser, type User } from './user.js'

/** The environment of a gallery entry: a modal, its wallets and services, and the user. */
export type World = {
  readonly modal: UiModal
  readonly evm: EvmWallet
  readonly solana: SolanaWallet
  readonly bitcoin: BitcoinWallet
  /** In the modal with `isEmbedded`. */
  readonly login: TestLogin
  /** In the modal with `isPairing`. */
  readonly pairing: TestPairing
  readonly service: FixtureService
  readonly user: User
  /** Lets time pass, and runs the timers that are due. */
  skip(ms: number): Promise<void>
}

export type WorldOptions = {
  /** The namespaces of the app. Default: EVM. */
  readonly namespaces?: readonly ('eip155' | 'solana' | 'bip122')[] | undefined
  readonly isEmbedded?: boolean | undefined
  readonly isPairing?: boolean | undefined
  /** Whether there is a service for balances, history, names, swaps and purchases. Default: true. */
  readonly hasService?: boolean | undefined
  /** Whether the wallets are installed. Default: true. */
  readonly hasWallets?: boolean | undefined
  /** Whether the wallets have names that are far longer than a line. */
  readonly hasLongNames?: boolean | undefined
  readonly answers?: Answers | undefined
  readonly node?: NodeAnswers | undefined
  readonly plugins?: readonly Plugin[] | undefined
  readonly options?: Partial<CreateModalOptions> | undefined
}

const networks: readonly NetworkInput[] = chains.map(({ id, name, symbol, explorer: [explorer, url] }) => ({
  id,
  name,
  nativeCurrency: { name: symbol === 'ETH' ? 'Ether' : symbol, symbol, decimals: 18 },
  rpcUrls: { default: { http: [`https://node.gallery.example/${id}`] } },
  blockExplorers: { default: { name: explorer, url } },
}))

/** Scripted pairing that the list shows as the real one, with its icon. */
function toListed(scripted: ConnectorPlugin): ConnectorPlugin {
  return {
    ...scripted,
    setup: (context) => ({ ...scripted.setup(context), meta: walletConnect().setup(context).meta }),
  }
}

/** Creates the world of one entry. Nothing in it reaches the network, the storage or the clock of the browser. */
export function createWorld({
  namespaces = ['eip155'],
  isEmbedded = false,
  isPairing = false,
  hasService = true,
  hasWallets = true,
  hasLongNames = false,
  answers,
  node,
  plugins = [],
  options = {},
}: WorldOptions): World {
  const service = createService(answers, node)
  const { env, skip } = createFrozenEnv(service)
  const has = (namespace: (typeof namespaces)[number]): boolean => namespaces.includes(namespace)
  const login = createTestLogin({
    accountUrl: 'https://wallet.gallery.example/account',
    logins: { acme: { name: 'Acme ID', icon: toPicture(9) }, globex: { name: 'Globex' } },
  })
  const pairing = createTestPairing()
  const modal = createModal({
    adapters: [
      ...(has('eip155') ? [evm()] : []),
      ...(has('solana') ? [solana({ networks: [solanaMainnet] })] : []),
      ...(has('bip122') ? [bitcoin({ networks: [bitcoinMainnet], esplora: 'https://esplora.gallery.example' })] : []),
      // without an adapter, it is pairing that brings the networks
      ...(isPairing ? [{ ...toListed(pairing.plugin), ...(namespaces.length === 0 && { networks }) }] : []),
      ...(isEmbedded ? [login.plugin] : []),
      ...plugins,
    ],
    networks: has('eip155') ? networks : [],
    metadata: { name: 'Lantern' },
    projectId: 'gallery',
    prefetch: false,
    ...options,
    services: { ...(hasService && { blockchainApi: serviceUrl }), ...options.services },
    env,
  })
  const name = hasLongNames ? longTexts.wallet : 'Firefly'
  const wallets = {
    evm: createWallet(name, connectorIds.evm, devKeys.evm, service, 25),
    solana: createSolanaWallet({
      name,
      accounts: [toBytes(devKeys.solana[0])],
      rpcUrl: 'https://node.gallery.example/solana',
      fetch: service.fetch,
      icon: toPicture(25) as `data:image/${string}`,
    }),
    bitcoin: createBitcoinWallet({
      name,
      shape: 'wallet-standard',
      privateKeys: [toBytes(devKeys.bitcoin[0])],
      network: 'mainnet',
      fetch: service.fetch,
      icon: toPicture(25),
    }),
  }
  if (hasWallets) {
    wallets.evm.announce(window)
    createWallet('Harbor', connectorIds.spare, devKeys.spareEvm, service, 200).announce(window)
    if (has('solana')) wallets.solana.register(window)
    if (has('bip122')) wallets.bitcoin.inject(window)
  }
  return { ...wallets, modal, login, pairing, service, skip, user: createUser(modal) }
}

function createWallet(
  name: string,
  rdns: string,
  keys: readonly `0x${string}`[],
  { fetch }: FixtureService,
  hue: number,
): EvmWallet {
  return createEvmWallet({
    name,
    rdns,
    accounts: keys,
    icon: toPicture(hue),
    // not the demo's accounts: Sepolia is the network that the app doesn't support
    chains: [...chains, { id: 11_155_111, name: 'Sepolia' }].map((chain) => ({
      id: chain.id,
      name: chain.name,
      rpcUrl: `https://node.gallery.example/${chain.id}`,
    })),
    fetch,
  })
}

/** Longer timers, in milliseconds, only run when the entry lets time pass: toasts stay, and nothing is read again. */
const maxTimer = 2_000

/** A clock that stands still except for short timers, a storage in memory, and random bytes that are always the same. */
function createFrozenEnv({ fetch }: FixtureService): { readonly env: Partial<Env>; skip(ms: number): Promise<void> } {
  let time = now
  const timers = new Set<{ readonly at: number; readonly run: () => void }>()
  const stored = new Map<string, string>()
  const env: Partial<Env> = {
    fetch,
    now: () => time,
    setTimeout(run, ms) {
      const end = (): void => {
        timers.delete(timer)
        clearTimeout(id)
      }
      const timer = {
        at: time + ms,
        run: () => {
          end()
          run()
        },
      }
      const id = ms <= maxTimer ? setTimeout(timer.run, ms) : undefined
      timers.add(timer)
      return end
    },
    random: (length) => Uint8Array.from({ length }, (_, index) => (index * 37 + 11) % 256),
    storage: () => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    }),
  }
  const skip = async (ms: number): Promise<void> => {
    time += ms
    for (const { run } of [...timers].filter(({ at }) => at <= time).sort((a, b) => a.at - b.at)) run()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { env, skip }
}
