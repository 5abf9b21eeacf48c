import { internals, type Modal, type Network } from '@latchkey/core'
import { getNetworks } from '@latchkey/core/controllers'
import { AdapterNotFoundError } from '@latchkey/core/plugin'
import { type Chain, type Client, createClient, fallback, http, type Transport } from 'viem'
import { type Config, type CreateConnectorFn, createConfig, createStorage, noopStorage } from 'wagmi'
import { followModal } from './followModal.js'
import { createModalConnector } from './modalConnector.js'

export type WagmiConfigOptions = {
  /** How each chain is read, by chain id. Over HTTP from the network's own URLs unless told. */
  readonly transports?: { readonly [chainId: number]: Transport } | undefined
  /** What viem knows of the chains beyond the modal's networks: contracts for ENS and multicall, formatters. */
  readonly chains?: readonly Chain[] | undefined
  /** For pages that are rendered on a server, as wagmi describes it. */
  readonly ssr?: boolean | undefined
}

export type LatchkeyWagmiConfig = Config<
  readonly [Chain, ...Chain[]],
  Record<number, Transport>,
  readonly [CreateConnectorFn]
>

/**
 * A wagmi config that follows the modal: one connector, `latchkey`, whose account, chain and provider are those of the
 * modal's EVM connection. Connecting and switching through wagmi goes through the modal. The modal remembers the
 * connection, so wagmi's own storage stays empty. Ends with the modal. Throws `ADAPTER_NOT_FOUND` without EVM networks.
 *
 * @example
 * const modal = createModal({ adapters: [evm({ networks: [mainnet] })] })
 * const config = createWagmiConfig(modal)
 * // <WagmiProvider config={config}>
 */
export function createWagmiConfig(modal: Modal, options: WagmiConfigOptions = {}): LatchkeyWagmiConfig {
  const { transports = {}, chains: known = [], ssr = false } = options
  const getChains = (): readonly Chain[] => readChains(modal, known)
  const [first, ...more] = getChains()
  if (!first) throw new AdapterNotFoundError({ namespace: 'eip155' })

  const config = createConfig({
    chains: [first, ...more],
    // made per chain when it is read, so that networks which the app adds later are readable too
    client: ({ chain }) =>
      createClient({
        chain,
        batch: { multicall: true },
        transport: transports[chain.id] ?? toTransport(modal, chain),
      }) as Client<Transport, Chain>,
    connectors: [createModalConnector(modal, (chainId) => getChains().find(({ id }) => id === chainId))],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage: noopStorage }),
    ssr,
  }) as unknown as LatchkeyWagmiConfig

  const stop = followModal(modal, config, getChains)
  modal[internals].onDestroy(stop)
  return config
}

function toTransport({ env }: Modal, chain: Chain): Transport {
  const urls = chain.rpcUrls.default.http.map((url) => http(url, { fetchFn: env.fetch }))
  const [only] = urls
  return urls.length === 1 && only ? only : fallback(urls)
}

/** The modal's EVM networks as they are now. */
export function readChains(modal: Modal, known: readonly Chain[]): readonly Chain[] {
  return getNetworks(modal.getState(), 'eip155').map((network) => toChain(network, known))
}

/** A network as viem describes chains. What only the app knows (contracts, formatters) comes from `known`. */
function toChain(network: Network, known: readonly Chain[]): Chain {
  const id = Number(network.id)
  const { name, nativeCurrency, rpcUrls, blockExplorers, testnet } = network
  return {
    ...known.find((chain) => chain.id === id),
    id,
    name,
    nativeCurrency: { ...nativeCurrency },
    rpcUrls: { default: { http: [...rpcUrls.default.http] } },
    ...(blockExplorers && { blockExplorers: { default: { ...blockExplorers.default } } }),
    ...(testnet && { testnet }),
  }
}
