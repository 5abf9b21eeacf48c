import type { Token } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import type { Namespace } from '../../utils/caip.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getKnownHolding } from './getKnownHolding.js'

/** What the active account of a chain family has of a token, in atomic units; undefined where that is not known. */
export function getAtomicHolding(
  state: ModalState,
  namespace: Namespace,
  token: Pick<Token, 'caipNetworkId' | 'address'>,
): bigint | undefined {
  const held = getKnownHolding(state, namespace, token)
  return held && (parseAmount(held.quantity.numeric, held.decimals) ?? undefined)
}
