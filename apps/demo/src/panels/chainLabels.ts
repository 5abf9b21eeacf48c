import type { Namespace } from '@latchkey/core'

/** What people call the chain families. */
export const chainLabels: { readonly [namespace in Namespace]?: string } = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
}
