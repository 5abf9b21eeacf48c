import { type CaipNetworkId, parseCaipNetworkId } from '@latchkey/core'
import { MultiNamespaceRequestError, NotApprovedError } from '@latchkey/core/plugin'
import { type Approval, hasMethod } from './parseApproval.js'

/**
 * Makes sure that the wallet agreed to a method on every chain that a request names, and has an account there. Throws
 * `NOT_APPROVED` [S5.20] [S8.50] [S8.51] or `MULTI_NAMESPACE_REQUEST` [S8.53].
 */
export function assertApproved(approval: Approval, method: string, chains: readonly CaipNetworkId[]): void {
  const families = new Set(chains.map((chain) => parseCaipNetworkId(chain)?.namespace))
  if (families.size > 1) throw new MultiNamespaceRequestError({ details: chains.join(', ') })
  for (const chain of chains) {
    const namespace = parseCaipNetworkId(chain)?.namespace
    if (!namespace || !approval[namespace]?.chains.includes(chain)) throw new NotApprovedError({ what: chain })
    if (!hasMethod(approval, chain, method)) throw new NotApprovedError({ what: `${method} on ${chain}` })
  }
}
