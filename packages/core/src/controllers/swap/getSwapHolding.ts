import type { Token } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import { getTokens } from '../portfolio/getTokens.js'
import { isSameToken } from './isSameToken.js'

/** How much of a token the account has, in whole units as decimal text; undefined where the portfolio is not known. */
export function getSwapHolding(state: ModalState, token: Token): string | undefined {
  const portfolio = state.namespaces.eip155?.portfolio
  if (!portfolio?.last || !portfolio.caipAddress.startsWith(`${token.caipNetworkId}:`)) return undefined
  return getTokens(state, 'eip155').find((other) => isSameToken(other, token))?.quantity.numeric ?? '0'
}
