import { type AdapterFeatures, type AdapterInstance, loadModule, toLazyFeatures } from '@latchkey/core'
import type { ChainFeatures } from './createChainFeatures.js'

const names: readonly (keyof AdapterFeatures)[] = [
  'balance:read',
  'message:verify',
  'gas:estimate',
  'transaction:broadcast',
  'transaction:confirm',
  'transaction:mark',
  'transaction:find',
  'transfer:build',
  'transfer:fee',
  'address:check',
  'token:read',
  'token:balance',
  'swap:router',
  'swap:approval',
  'swap:check',
]

/** What an adapter offers, whoever reaches the nodes: each loads what it needs when it is first called. */
export function toAdapterFeatures(
  load: () => Promise<ChainFeatures>,
  interval: number | undefined,
): AdapterInstance['features'] {
  return {
    ...toLazyFeatures<AdapterInstance['features']>(names, async () => (await load()).features),
    ...(interval && { 'activity:watch': async (request) => (await load()).watchActivity({ ...request, interval }) }),
    'network:image': async ({ network }) =>
      (await loadModule(() => import('../networkImages.js'))).getNetworkImage(network),
  }
}
