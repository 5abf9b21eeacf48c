import { type AdapterInstance, loadModule } from '@latchkey/core'
import type { ChainFeatures } from './createChainFeatures.js'

/** What an adapter offers, whoever reaches the nodes: each loads what it needs when it is first called. */
export function toAdapterFeatures(
  load: () => Promise<ChainFeatures>,
  interval: number | undefined,
): AdapterInstance['features'] {
  return {
    'balance:read': async (request) => (await load()).readBalance(request),
    'message:verify': async (claim) => (await load()).verify(claim),
    'gas:estimate': async (request) => (await load()).estimateGas(request),
    'transaction:broadcast': async (request) => (await load()).sendRawTransaction(request),
    'transaction:confirm': async (request) => (await load()).confirm(request),
    'transfer:build': async (request) => (await load()).buildTransfer(request),
    'transfer:fee': async (request) => (await load()).readTransferFee(request),
    'address:check': async (request) => (await load()).isReceiver(request),
    'token:read': async (request) => (await load()).readToken(request),
    'token:balance': async (request) => (await load()).readTokenBalance(request),
    ...(interval !== undefined && {
      'activity:watch': async (request) => (await load()).watchActivity({ ...request, interval }),
    }),
    'network:image': async ({ network }) =>
      (await loadModule(() => import('../networkImages.js'))).getNetworkImage(network),
  }
}
