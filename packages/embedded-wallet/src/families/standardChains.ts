import type { CaipNetworkId } from '@latchkey/core'

/** Clusters as wallets of the Wallet Standard call them; all others are `solana:localnet`. */
const names: { readonly [caipNetworkId: string]: `solana:${string}` | undefined } = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z': 'solana:testnet',
}

export function toStandardChain(caipNetworkId: CaipNetworkId): `solana:${string}` {
  return names[caipNetworkId] ?? 'solana:localnet'
}

/** Which of the networks is meant by a name: the first one, where several share it. */
export function findStandardChain(chain: unknown, networkIds: readonly CaipNetworkId[]): CaipNetworkId | undefined {
  return networkIds.find((id) => toStandardChain(id) === chain)
}
