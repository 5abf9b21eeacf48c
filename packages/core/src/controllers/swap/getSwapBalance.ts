import type { Token } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getSwapHolding } from './getSwapHolding.js'

/** Atomic units of a token that the account has; undefined where the portfolio is not known. */
export function getSwapBalance(state: ModalState, token: Token): bigint | undefined {
  const held = getSwapHolding(state, token)
  return held === undefined ? undefined : (parseAmount(held, token.decimals) ?? undefined)
}
