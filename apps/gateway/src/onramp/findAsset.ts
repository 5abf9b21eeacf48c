import { GatewayFault } from '../http/GatewayFault.js'
import type { OnrampAsset } from './listAssets.js'

/** By the id of a currency, and the name or CAIP-2 id of a network; on its first one unless told. Throws 400. */
export function findAsset(
  assets: readonly OnrampAsset[],
  { currency, network }: { readonly currency?: string | undefined; readonly network?: string | undefined },
): OnrampAsset {
  const found = assets.find(
    (asset) =>
      // without a currency: the native one
      (currency === undefined ? asset.token === undefined : asset.symbol === currency) &&
      (network === undefined || asset.caipNetworkId === network || asset.network === network),
  )
  if (found) return found
  throw new GatewayFault('That cannot be bought here.', { status: 400, code: 'UNSUPPORTED_CURRENCY' })
}
