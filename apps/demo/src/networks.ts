import { bitcoinRegtest } from '@latchkey/adapter-bitcoin'
import type { NetworkInput, SwapRouters } from '@latchkey/core'
import type { DemoConfig } from './config.js'

/** Converts the local chains to the modal's networks. */
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
            name: 'Local Solana',
            nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
            chainNamespace: 'solana' as const,
            rpcUrls: { default: { http: [solana.rpcUrl] } },
            blockExplorers,
            assets: { imageUrl: '/networks/solana.svg' },
          },
        ]
      : []),
    ...(bitcoin
      ? [{ ...bitcoinRegtest, name: 'Local Bitcoin', blockExplorers, assets: { imageUrl: '/networks/bitcoin.svg' } }]
      : []),
  ]
}

/** The swap router, at the same address on every local chain. */
export function toSwapRouters({ chains, swapRouter }: DemoConfig): SwapRouters | undefined {
  return swapRouter ? Object.fromEntries(chains.map(({ id }) => [`eip155:${id}`, [swapRouter]])) : undefined
}
