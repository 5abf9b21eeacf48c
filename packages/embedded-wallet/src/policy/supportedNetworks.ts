import { type Network, parseCaipNetworkId } from '@latchkey/core'

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
