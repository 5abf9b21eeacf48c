import type { StandardWallet } from '@latchkey/core'
import type { StandardFeature } from '../parseStandardWallet.js'

type Method = (...inputs: readonly unknown[]) => unknown

/**
 * Calls the method of a feature, which bears the feature's own name, e.g. `signIn` of `solana:signIn`. Asynchronous, so
 * that a wallet that throws rejects.
 */
export async function callWallet(
  wallet: StandardWallet,
  feature: Exclude<StandardFeature, 'standard:events'>,
  ...inputs: readonly unknown[]
): Promise<unknown> {
  const [, method = ''] = feature.split(':')
  // called on its feature, as some are classes
  return (wallet.features[feature] as Readonly<Record<string, Method | undefined>>)[method]?.(...inputs)
}
