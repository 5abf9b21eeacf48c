import { type CaipNetworkId, type Namespace, type Network, parseCaipNetworkId } from '@latchkey/core'
import type { FrameChainId } from './protocol/messages.js'

/** [S7.31] */
const evmChainIds: readonly number[] = [
  1, 5, 11_155_111, 10, 420, 42_161, 421_613, 137, 80_001, 42_220, 1_313_161_554, 1_313_161_555, 56, 97, 43_114, 43_113,
  324, 280, 100, 8_453, 84_531, 84_532, 7_777_777, 999,
]

/** Mainnet, devnet and testnet. */
const solanaReferences: readonly string[] = [
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  '4uhcVJyU9pJkvQyS88uRDiswHScCkY3z',
]

/** Whether every frame knows a network, by its id alone. */
export function isListed(caipNetworkId: string): boolean {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId) ?? {}
  if (namespace === 'solana') return solanaReferences.includes(reference ?? '')
  return namespace === 'eip155' && evmChainIds.some((id) => String(id) === reference)
}

/**
 * Whether a frame can be asked for a network: one of the list, or one that the app itself describes with a node to ask, which
 * the frame may know or not.
 */
export function isOffered({ caipNetworkId, rpcUrls }: Network): boolean {
  return isListed(caipNetworkId) || rpcUrls.default.http.length > 0
}

/** A network as the frame is told it: a number on EVM, its CAIP-2 id elsewhere. */
export function toFrameChainId(caipNetworkId: CaipNetworkId): FrameChainId {
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId) ?? {}
  return namespace === 'eip155' ? Number(reference) : caipNetworkId
}

/** A network as frames tell it: `1`, `'1'`, `'eip155:1'`, or the reference alone. Null where it is none of the chain family. */
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
  /** In this order. */
  readonly wishes: readonly (CaipNetworkId | null | undefined)[]
}

/** Where nobody has been before. [S4.34] */
const defaultChain = 'eip155:1'

/**
 * The networks of the app in a chain family that a frame may know, each once: what was wished for, then chain 1, then all
 * others in the app's order. [S4.34] [S7.31]
 */
export function listNetworks(
  networks: readonly Network[],
  { namespace, wishes }: NetworkPreferences,
): readonly CaipNetworkId[] {
  const own = networks
    .filter((network) => network.chainNamespace === namespace && isOffered(network))
    .map(({ caipNetworkId }) => caipNetworkId)
  const wanted = [...wishes, defaultChain].filter((id) => own.some((known) => known === id)) as CaipNetworkId[]
  return [...new Set([...wanted, ...own])]
}

/** Clusters as wallets of the Wallet Standard call them; all others are `solana:localnet`. */
const clusterNames: { readonly [caipNetworkId: string]: `solana:${string}` | undefined } = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z': 'solana:testnet',
}

export function toStandardChain(caipNetworkId: CaipNetworkId): `solana:${string}` {
  return clusterNames[caipNetworkId] ?? 'solana:localnet'
}

/** Which of the networks is meant by a name: the first one, where several share it. */
export function findStandardChain(chain: unknown, networkIds: readonly CaipNetworkId[]): CaipNetworkId | undefined {
  return networkIds.find((id) => toStandardChain(id) === chain)
}
