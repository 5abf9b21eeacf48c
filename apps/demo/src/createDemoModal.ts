import { evm } from '@latchkey/adapter-evm'
import { createModal, type UiModal } from '@latchkey/ui-react'
import type { DemoConfig } from './config.js'
import type { DemoOptions } from './demoOptions.js'

/** The modal of this page: all that a site has to write. */
export function createDemoModal({ chains }: DemoConfig, options: DemoOptions): UiModal {
  const { branding, legal, strictMode: _, ...flags } = options
  const explorer = { default: { name: 'Local explorer', url: `${location.origin}/explorer` } }
  return createModal({
    adapters: [
      evm({
        networks: chains.map(({ id, name, rpcUrl, nativeCurrency }) => ({
          id,
          name,
          nativeCurrency,
          rpcUrls: { default: { http: [rpcUrl] } },
          blockExplorers: explorer,
          assets: { imageUrl: `/networks/${id}.svg` },
        })),
      }),
    ],
    features: { branding },
    ...flags,
    ...(legal && {
      termsConditionsUrl: 'https://example.org/terms',
      privacyPolicyUrl: 'https://example.org/privacy',
    }),
  })
}
