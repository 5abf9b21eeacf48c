import { bitcoin, bitcoinRegtest } from '@latchkey/adapter-bitcoin'
import { evm } from '@latchkey/adapter-evm'
import { solana } from '@latchkey/adapter-solana'
import { createModal, type UiModal } from '@latchkey/ui-react'
import type { DemoConfig } from './config.js'
import type { DemoOptions } from './demoOptions.js'

/** The modal of this page: all that a site has to write. */
export function createDemoModal(config: DemoConfig, options: DemoOptions): UiModal {
  const { branding, multiWallet, legal, strictMode: _, solana: hasSolana, bitcoin: hasBitcoin, ...flags } = options
  const blockExplorers = { default: { name: 'Local explorer', url: `${location.origin}/explorer` } }
  return createModal({
    adapters: [
      evm({
        networks: config.chains.map(({ id, name, rpcUrl, nativeCurrency }) => ({
          id,
          name,
          nativeCurrency,
          rpcUrls: { default: { http: [rpcUrl] } },
          blockExplorers,
          assets: { imageUrl: `/networks/${id}.svg` },
        })),
      }),
      ...(hasSolana && config.solana
        ? [
            solana({
              networks: [
                {
                  id: config.solana.caipNetworkId.slice('solana:'.length),
                  name: 'Solana Local',
                  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
                  rpcUrls: { default: { http: [config.solana.rpcUrl] } },
                  blockExplorers,
                  assets: { imageUrl: '/networks/solana.svg' },
                },
              ],
            }),
          ]
        : []),
      ...(hasBitcoin && config.bitcoin
        ? [
            bitcoin({
              networks: [
                {
                  ...bitcoinRegtest,
                  name: 'Bitcoin Local',
                  blockExplorers,
                  assets: { imageUrl: '/networks/bitcoin.svg' },
                },
              ],
              esplora: config.bitcoin.esploraUrl,
            }),
          ]
        : []),
    ],
    features: { branding, multiWallet },
    ...flags,
    ...(legal && {
      termsConditionsUrl: 'https://example.org/terms',
      privacyPolicyUrl: 'https://example.org/privacy',
    }),
  })
}
