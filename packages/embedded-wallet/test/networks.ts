import type { CaipNetworkId, Network } from '@latchkey/core'

/** A network without a node, unless a URL is given. */
export function toNetwork(caipNetworkId: CaipNetworkId, rpcUrl: string | undefined = 'http://127.0.0.1:1'): Network {
  const [chainNamespace, reference] = caipNetworkId.split(':') as [Network['chainNamespace'], string]
  return {
    id: chainNamespace === 'eip155' ? Number(reference) : reference,
    name: `Network ${reference}`,
    chainNamespace,
    caipNetworkId,
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: chainNamespace === 'eip155' ? 18 : 9 },
    rpcUrls: { default: { http: rpcUrl ? [rpcUrl] : [] } },
  }
}

export const mainnet = 'eip155:1'
export const base = 'eip155:8453'
export const solanaMainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const solanaDevnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
