import { bitcoinRegtest } from '@latchkey/adapter-bitcoin'
import type { NetworkInput } from '@latchkey/core'
import type { DemoConfig } from './config.js'

/** The local chains, as networks of a modal. */
export function toNetworks({ chains, solana, bitcoin }: DemoConfig): readonly NetworkInput[] {
  const blockExplorers = { default: { name: 'Local explorer', url: `${location.origin}/explorer` } }
  return [
    ...chains.map(({ id, name, rpcUrl, nativeCurrency }) => ({
      id,
      name,
      nativeCurrency,
      rpcUrls: { default: { http: [rpcUrl] } },
      blockExplorers,
      assets: { imageUrl: `/networks/${id}.svg` },
    })),
    ...(solana
      ? [
          {
            id: solana.caipNetworkId.slice('solana:'.length),
            name: 'Solana Local',
            nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
            chainNamespace: 'solana' as const,
            rpcUrls: { default: { http: [solana.rpcUrl] } },
            blockExplorers,
            assets: { imageUrl: '/networks/solana.svg' },
          },
        ]
      : []),
    ...(bitcoin
      ? [{ ...bitcoinRegtest, name: 'Bitcoin Local', blockExplorers, assets: { imageUrl: '/networks/bitcoin.svg' } }]
      : []),
  ]
}
