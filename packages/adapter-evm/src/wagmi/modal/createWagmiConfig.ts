import { getNetworks, internals, type Modal, type Network } from '@latchkey/core'
import { AdapterNotFoundError } from '@latchkey/core/plugin'
import { type Chain, type Client, createClient, fallback, http, type Transport } from 'viem'
import { type Config, type CreateConnectorFn, createConfig, createStorage, noopStorage } from 'wagmi'
import { followModal } from './followModal.js'
import { createModalConnector } from './modalConnector.js'

export type WagmiConfigOptions = {
  /** Transports by chain id. Default: HTTP to the network's URLs. */
  readonly transports?: { readonly [chainId: number]: Transport } | undefined
  /** viem chains, for networks that `evm()` doesn't have as such: their contracts for ENS and multicall, and formatters. */
  readonly chains?: readonly Chain[] | undefined
  /** As in wagmi, for pages that are rendered on a server. */
  readonly ssr?: boolean | undefined
}

export type LatchkeyWagmiConfig = Config<
  readonly [Chain, ...Chain[]],
  Record<number, Transport>,
  readonly [CreateConnectorFn]
>

/**
 * Creates a wagmi config that follows the modal. Its one connector, `latchkey`, has the account, chain and provider of the modal's
 * EVM connection; connecting and switching through wagmi goes through the modal. The modal stores the connection, so wagmi's
 * storage stays empty. The config ends with `modal.destroy()`. Throws `ADAPTER_NOT_FOUND` without EVM networks.
 *
 * @example
 * const modal = createModal({ adapters: [evm({ networks: [mainnet] })] })
 * const config = createWagmiConfig(modal)
 * // <WagmiProvider config={config}>
 */
export function createWagmiConfig(modal: Modal, options: WagmiConfigOptions = {}): LatchkeyWagmiConfig {
  const { transports = {}, chains = [], ssr = false } = options
  const known = [...chains, ...listOwnChains(modal)]
  const getChains = (): readonly Chain[] => readChains(modal, known)
  const [first, ...more] = getChains()
  if (!first) throw new AdapterNotFoundError({ namespace: 'eip155' })

  const config = createConfig({
    chains: [first, ...more],
    // created per chain on first use, so that networks that the app adds later work too
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

/** The chains that the app has passed to `evm()`, whose contracts (ENS, multicall) and formatters the modal's networks lack. */
function listOwnChains({ adapters }: Modal): readonly Chain[] {
  return adapters.flatMap((plugin) => {
    if (plugin.kind !== 'chain' || plugin.namespace !== 'eip155') return []
    return plugin.networks.map(({ chainNamespace, caipNetworkId, ...chain }) => chain as unknown as Chain)
  })
}

/** The modal's current EVM networks as viem chains. */
function readChains(modal: Modal, known: readonly Chain[]): readonly Chain[] {
  return getNetworks(modal.getState(), 'eip155').map((network) => toChain(network, known))
}

/** A network as a viem chain, with contracts and formatters from `known`. */
function toChain(network: Network, known: readonly Chain[]): Chain {
  const id = Number(network.id)
  const { name, nativeCurrency, rpcUrls, blockExplorers, testnet } = network
  return {
    ...known.find((chain) => chain.id === id),
    id,
    name,
    nativeCurrency: { ...nativeCurrency },
    // the chain's own URLs are the fallback of an RPC service
    rpcUrls: { default: { http: [...rpcUrls.default.http, ...(rpcUrls.chainDefault?.http ?? [])] } },
    ...(blockExplorers && { blockExplorers: { default: { ...blockExplorers.default } } }),
    ...(testnet && { testnet }),
  }
}
