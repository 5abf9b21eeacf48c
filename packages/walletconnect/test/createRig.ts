import type {
  AdapterInstance,
  CaipNetworkId,
  Connector,
  ConnectorEvents,
  Env,
  Namespace,
  Network,
  PairingCode,
  PairingSignIn,
  PluginContext,
} from '@latchkey/core'
import { type RunningRelay, startRelay } from '@latchkey/devnet'
import {
  type CreateWalletPeerOptions,
  createWalletKeys,
  createWalletPeer,
  type WalletPeer,
} from '@latchkey/devnet/wallet'
import { createTestContext, createTestPage, type TestPage } from '@latchkey/testing'
import { expect, onTestFinished, vi } from 'vitest'
import { createMemoryStorage } from '../src/client/storage.js'
import type { SessionStorage, WalletConnectOptions } from '../src/options.js'
import { walletConnect } from '../src/walletConnect.js'
import { bitcoinRegtest, evmOne, evmThree, evmTwo, solanaLocal, toNetwork } from './networks.js'

export type RigOptions = {
  readonly env?: Partial<Env> | undefined
  readonly networks?: readonly Network[] | undefined
  readonly adapters?: ReadonlyMap<Namespace, AdapterInstance> | undefined
  readonly options?: WalletConnectOptions | undefined
  readonly relay?: RunningRelay | undefined
  readonly storage?: SessionStorage | undefined
  readonly id?: string | undefined
}

/** An app with its own connector, a relay, and wallets that are created on demand. */
export type Rig = {
  readonly relay: RunningRelay
  readonly connector: Connector
  readonly page: TestPage
  readonly context: PluginContext
  readonly warnings: readonly unknown[]
  readonly clientIds: readonly string[]
  readonly events: readonly (ConnectorEvents['change'] | { readonly disconnect: Namespace })[]
  createWallet(options?: Partial<CreateWalletPeerOptions>): Promise<WalletPeer>
  /** Starts a pairing. `codes` are those shown so far. */
  startPairing(namespaces?: readonly [Namespace, ...Namespace[]], signIn?: PairingSignIn): Pairing
  /** Pairs with a wallet, and connects each namespace that it approved. */
  connectWallet(wallet: WalletPeer, namespaces?: readonly [Namespace, ...Namespace[]]): Promise<void>
  connect(namespace?: Namespace, network?: Network): ReturnType<Connector['connect']>
  /** Reloads the page with its storage. */
  reload(options?: RigOptions): Promise<Rig>
}

export type Pairing = {
  readonly codes: readonly PairingCode[]
  readonly agreed: Promise<readonly [Namespace, ...Namespace[]]>
  nextCode(count?: number): Promise<PairingCode>
  abort(reason: unknown): void
}

const networks: readonly Network[] = [evmOne, evmTwo, evmThree, solanaLocal, bitcoinRegtest].map((id) =>
  toNetwork(id as CaipNetworkId),
)
const unserved = 'http://127.0.0.1:1'
const walletNetworks: CreateWalletPeerOptions['networks'] = {
  evm: [31_337, 31_338].map((id) => ({ id, rpcUrl: unserved })),
  solana: { caipNetworkId: solanaLocal, rpcUrl: unserved },
  bitcoin: { caipNetworkId: bitcoinRegtest, esploraUrl: unserved },
}

export async function createRig(rigOptions: RigOptions = {}): Promise<Rig> {
  const { env, options, storage = createMemoryStorage(), adapters, id = `rig-${crypto.randomUUID()}` } = rigOptions
  const relay = rigOptions.relay ?? (await startRelay())
  if (!rigOptions.relay) onTestFinished(() => relay.stop())
  const page = createTestPage()
  const warnings: unknown[] = []
  const clientIds: string[] = []
  const plain = createTestContext({ page, env, networks: rigOptions.networks ?? networks })
  const context: PluginContext = {
    ...plain,
    warn: (cause) => void warnings.push(cause),
    getAdapter: (namespace) => adapters?.get(namespace),
    setClientId: (id) => void clientIds.push(id),
    options: { ...plain.options, id, relayUrl: relay.url },
  }
  const connector = walletConnect({ storage, ...options }).setup(context)
  onTestFinished(() => connector.destroy())
  const events: (ConnectorEvents['change'] | { readonly disconnect: Namespace })[] = []
  connector.on('change', (change) => void events.push(change))
  connector.on('disconnect', ({ namespace }) => void events.push({ disconnect: namespace }))
  const everything: readonly [Namespace, ...Namespace[]] = ['eip155', 'solana', 'bip122']

  const rig: Rig = {
    relay,
    connector,
    page,
    context,
    warnings,
    clientIds,
    events,
    async createWallet(own = {}) {
      const shared = { relayUrl: relay.url, keys: createWalletKeys(), networks: walletNetworks }
      const wallet = await createWalletPeer({ ...shared, ...own })
      onTestFinished(() => wallet.destroy())
      return wallet
    },
    startPairing(namespaces = everything, signIn) {
      const controller = new AbortController()
      const codes: PairingCode[] = []
      const waiting = new Set<() => void>()
      const start = connector.features['pairing:start']
      if (!start) throw new Error('The connector cannot pair.')
      const onCode = (code: PairingCode): void => {
        codes.push(code)
        for (const look of waiting) look()
      }
      const agreed = start({ namespaces, onCode, signIn, signal: controller.signal })
      agreed.catch(() => undefined) // reported to callers that await it
      return {
        codes,
        agreed,
        nextCode: (count = 1) =>
          new Promise((resolve, reject) => {
            const look = (): void => {
              const code = codes[count - 1]
              if (code) resolve(code)
            }
            waiting.add(look)
            look()
            agreed.catch(reject)
          }),
        abort: (reason) => controller.abort(reason),
      }
    },
    async connectWallet(wallet, namespaces) {
      const pairing = rig.startPairing(namespaces)
      await wallet.pair((await pairing.nextCode()).uri)
      for (const namespace of await pairing.agreed) await rig.connect(namespace)
      // the wallet stores the session once the relay has confirmed its approval, which may be later
      await vi.waitFor(() => expect(wallet.getState().sessions).not.toEqual([]), 15_000)
    },
    connect: (namespace = 'eip155', network) =>
      connector.connect({ namespace, network, silent: false, signal: new AbortController().signal }),
    async reload(next = {}) {
      connector.destroy()
      return createRig({ ...rigOptions, relay, storage, id, ...next })
    },
  }
  return rig
}
