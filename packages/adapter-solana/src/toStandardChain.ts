import type { CaipNetworkId } from '@latchkey/core'

/** Where nobody says otherwise. */
export const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const chains: { readonly [reference: string]: `solana:${string}` | undefined } = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'solana:devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHScCkY3z': 'solana:testnet',
}

/** A network as wallets name it (Wallet Standard): by the name of its cluster; all others are `solana:localnet`. */
export function toStandardChain(caipNetworkId: CaipNetworkId): `solana:${string}` {
  const [, reference = ''] = caipNetworkId.split(':')
  return (Object.hasOwn(chains, reference) && chains[reference]) || 'solana:localnet'
}
