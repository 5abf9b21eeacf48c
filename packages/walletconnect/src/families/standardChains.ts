import type { CaipNetworkId, Namespace } from '@latchkey/core'

/** Networks as wallets of the Wallet Standard call them. */
const names: { readonly [caipNetworkId: string]: `${string}:${string}` | undefined } = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHScCkY3z': 'solana:testnet',
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin:mainnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'bitcoin:testnet',
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'bitcoin:testnet4',
  'bip122:00000008819873e925422c1ff0f99f7c': 'bitcoin:signet',
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'bitcoin:regtest',
}

/** The name of a network in the Wallet Standard. On Solana, all that nobody knows are `solana:localnet`. */
export function toStandardChain(caipNetworkId: CaipNetworkId): `${string}:${string}` {
  const [namespace, reference] = caipNetworkId.split(':') as [Namespace, string]
  return names[caipNetworkId] ?? (namespace === 'solana' ? 'solana:localnet' : `bitcoin:${reference}`)
}

/** Which of the networks a wallet means by a name: the first one, where several share it. */
export function findStandardChain(chain: unknown, networkIds: readonly CaipNetworkId[]): CaipNetworkId | undefined {
  return networkIds.find((id) => toStandardChain(id) === chain)
}
