import { type CaipNetworkId, parseCaipNetworkId } from '@latchkey/core'
import { AuthChainsNotSupportedError, MultiNamespaceRequestError } from '@latchkey/core/plugin'

/**
 * Makes sure that a wallet can sign in on these chains while it connects. Throws `AUTH_CHAINS_NOT_SUPPORTED` [S8.54], also
 * where there is none, or `MULTI_NAMESPACE_REQUEST` [S8.53]. [S5.21]
 */
export function assertAuthChains(chainIds: readonly CaipNetworkId[]): void {
  const families = new Set(chainIds.map((chain) => parseCaipNetworkId(chain)?.namespace))
  const details = chainIds.join(', ')
  if (families.size > 1) throw new MultiNamespaceRequestError({ details })
  if (!families.has('eip155')) throw new AuthChainsNotSupportedError({ details: details || 'No chain was named.' })
}
