import { type CaipNetworkId, type Namespace, type Network, parseCaipNetworkId } from '@latchkey/core'
import type { FrameChainId } from './protocol/messages.js'

/** Chain ids that every frame knows. [S7.31] */
const evmChainIds: readonly number[] = [
  1, 5, 11_155_111, 10, 420, 42_161, 421_613, 137, 80_001, 42_220, 1_313_161_554, 1_313_161_555, 56, 97, 43_114, 43_113,
  324, 280, 100, 8_453, 84_531, 84_532, 7_777_777, 999,
]

/** Genesis hashes of mainnet, devnet and testnet. */
const solanaReferences: readonly string[] = [
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  '4uhcVJyU9pJkvQyS88uRDiswHScCkY3z',
]

/** Whether every frame knows this network. */
export function isListed(caipNetworkId: string): boolean {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId) ?? {}
  if (namespace === 'solana') return solanaReferences.includes(reference ?? '')
  return namespace === 'eip155' && evmChainIds.some((id) => String(id) === reference)
}

/**
 * Whether to request this network from a frame: it is a known one, or the app provides an RPC URL for it. On Bitcoin the adapter
 * may have the URL, and the frame needs none. A frame may still reject a network that isn't known.
 */
export function isOffered({ caipNetworkId, chainNamespace, rpcUrls }: Network): boolean {
  return isListed(caipNetworkId) || chainNamespace === 'bip122' || rpcUrls.default.http.length > 0
}

/** The network in the frame's format: a number on EVM, the CAIP-2 id elsewhere. */
export function toFrameChainId(caipNetworkId: CaipNetworkId): FrameChainId {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId) ?? {}
  return namespace === 'eip155' ? Number(reference) : caipNetworkId
}

/** Parses a network in the frame's format: `1`, `'1'`, `'eip155:1'`, or the reference alone. Null if it isn't a chain of this namespace. */
export function parseFrameChainId(chainId: unknown, namespace: Namespace): CaipNetworkId | null {
  const text = typeof chainId === 'number' ? String(chainId) : chainId
  if (typeof text !== 'string') return null
  const reference = text.startsWith(`${namespace}:`) ? text.slice(namespace.length + 1) : text
  const isSound =
    namespace === 'eip155'
      ? /^[1-9]\d{0,15}$/.test(reference) && Number.isSafeInteger(Number(reference))
      : /^[-_a-zA-Z0-9]{1,32}$/.test(reference)
  return isSound ? `${namespace}:${reference}` : null
}

export type NetworkPreferences = {
  readonly namespace: Namespace
  /** In order of preference. */
  readonly preferred: readonly (CaipNetworkId | null | undefined)[]
}

/** Chain for users without a stored one. [S4.34] */
const defaultChain = 'eip155:1'

/**
 * Lists the app's networks in a namespace that a frame may know, without duplicates: preferred ones, then chain 1, then the
 * others in the app's order. [S4.34] [S7.31]
 */
export function listNetworks(
  networks: readonly Network[],
  { namespace, preferred }: NetworkPreferences,
): readonly CaipNetworkId[] {
  const own = networks
    .filter((network) => network.chainNamespace === namespace && isOffered(network))
    .map(({ caipNetworkId }) => caipNetworkId)
  const wanted = [...preferred, defaultChain].filter((id) => own.some((known) => known === id)) as CaipNetworkId[]
  return [...new Set([...wanted, ...own])]
}

/** Cluster names of the Wallet Standard. All other networks are `solana:localnet`. */
const clusterNames: { readonly [caipNetworkId: string]: `solana:${string}` | undefined } = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z': 'solana:testnet',
}

/** Network names of the Wallet Standard's features for Bitcoin, by CAIP-2 id. */
const bitcoinNames: { readonly [caipNetworkId: string]: string | undefined } = {
  'bip122:000000000019d6689c085ae165831e93': 'mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'testnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'testnet4',
  'bip122:00000008819873e925422c1ff0f99f7c': 'signet',
}

/** All other networks are `bitcoin:regtest`. */
export function toBitcoinChain(caipNetworkId: CaipNetworkId): `bitcoin:${string}` {
  return `bitcoin:${bitcoinNames[caipNetworkId] ?? 'regtest'}`
}

export function toStandardChain(caipNetworkId: CaipNetworkId): `solana:${string}` {
  return clusterNames[caipNetworkId] ?? 'solana:localnet'
}

/** Finds the network with a cluster name: the first one, if several share it. */
export function findStandardChain(chain: unknown, networkIds: readonly CaipNetworkId[]): CaipNetworkId | undefined {
  return networkIds.find((id) => toStandardChain(id) === chain)
}
