import type { Token, TokenBalance } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import type { Namespace } from '../../utils/caip.js'
import { getTokens } from '../portfolio/getTokens.js'

/** What the active account of a chain family has of a token; undefined where that is not known. */
export function getHolding(
  state: ModalState,
  namespace: Namespace,
  { caipNetworkId, address }: Pick<Token, 'caipNetworkId' | 'address'>,
): TokenBalance | undefined {
  return getTokens(state, namespace).find((held) => {
    if (held.caipNetworkId !== caipNetworkId) return false
    if (held.address === undefined || address === undefined) return held.address === address
    return isSameAddress(namespace, held.address, address)
  })
}
