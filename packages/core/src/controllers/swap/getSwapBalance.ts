import type { Token } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { getTokens } from '../portfolio/getTokens.js'
import { isSameToken } from './isSameToken.js'

/** Atomic units of a token that the account has; undefined where the portfolio is not known. */
export function getSwapBalance(state: ModalState, token: Token): bigint | undefined {
  const portfolio = state.namespaces.eip155?.portfolio
  if (!portfolio?.last || !portfolio.caipAddress.startsWith(`${token.caipNetworkId}:`)) return undefined
  const own = getTokens(state, 'eip155').find((other) => isSameToken(other, token))
  return own ? (parseAmount(own.quantity.numeric, token.decimals) ?? undefined) : 0n
}
