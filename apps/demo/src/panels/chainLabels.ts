import type { ByNamespace, Namespace } from '@latchkey/core'

/** What people call the chain families. */
export const chainLabels: ByNamespace<string> = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
}
