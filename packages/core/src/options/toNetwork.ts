import type { Network, NetworkInput } from '../network.js'
import type { CaipNetworkId } from '../utils/caip.js'
import type { ResolvedOptions, Services } from './options.js'

/**
 * Networks that `services.rpc` serves unless others are named: the EVM networks that the product knows by number
 * [S9.11].
 */
export const routedNetworkIds: readonly CaipNetworkId[] = [
  1, 10, 56, 97, 100, 137, 280, 324, 999, 8453, 42161, 42220, 43113, 43114, 84532, 7777777, 11155111, 1313161554,
  1313161555,
].map((id): CaipNetworkId => `eip155:${id}`)

/** A network with its CAIP-2 id, reduced to plain data, and routed through `services.rpc` where that serves it. */
export function toNetwork(
  input: NetworkInput,
  { services, projectId }: Pick<ResolvedOptions, 'services' | 'projectId'>,
): Network {
  const { id, name, nativeCurrency, assets, testnet } = input
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId: CaipNetworkId = input.caipNetworkId ?? `${chainNamespace}:${id}`
  const own = { http: [...input.rpcUrls.default.http] }
  const routed = toRoutedUrl(caipNetworkId, services, projectId)
  const explorer = input.blockExplorers?.default
  return {
    id,
    name,
    chainNamespace,
    caipNetworkId,
    nativeCurrency: { ...nativeCurrency },
    rpcUrls: routed ? { default: { http: [routed] }, chainDefault: own } : { default: own },
    ...(assets && { assets: { ...assets } }),
    ...(explorer && { blockExplorers: { default: { name: explorer.name, url: explorer.url } } }),
    ...(testnet && { testnet }),
  }
}

function toRoutedUrl(
  caipNetworkId: CaipNetworkId,
  { rpc }: Services,
  projectId: string | undefined,
): string | undefined {
  if (!rpc) return undefined
  const { url, networkIds } = typeof rpc === 'string' ? { url: rpc, networkIds: routedNetworkIds } : rpc
  if (!networkIds.includes(caipNetworkId)) return undefined
  const query = new URLSearchParams({ chainId: caipNetworkId, ...(projectId && { projectId }) })
  return `${url.replace(/\/$/, '')}/v1/?${query}`
}
