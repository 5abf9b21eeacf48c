import { getPaymentMethods } from './getPaymentMethods.js'
import type { OnRampState } from './state.js'

/** Whether all is chosen, and somebody has made an offer for just that. What is a sample cannot be bought. [S8.56] */
export function canBuy(state: OnRampState | undefined): boolean {
  if (state?.step !== 'choosing' || state.isSample || state.quotesLoading) return false
  return Boolean(state.quote && state.selectedProvider && !getPaymentMethods(state).fault)
}
