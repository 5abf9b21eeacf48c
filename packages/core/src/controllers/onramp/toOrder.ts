import type { OnRampNetwork } from '../../api/blockchain/types.js'
import type { ModalState } from '../../modal.js'
import { getConnection } from '../connection/getConnection.js'
import { canBuy } from './canBuy.js'
import { getPurchaseNetwork } from './getPurchaseNetwork.js'
import { isOnRampNamespace } from './isOnRampNamespace.js'
import type { Purchase } from './state.js'
import { toPaymentAmount } from './toPaymentAmount.js'

export type Order = {
  readonly purchase: Purchase
  /** Where the currency is delivered, in the words of the service. */
  readonly offer: OnRampNetwork
  /** Decimal text in whole units of the payment currency. */
  readonly amount: string
  /** The payment currency, e.g. `EUR`. */
  readonly fiatCurrency: string
}

/** What a press on Buy would buy now, for the active account; undefined where there is nothing to buy. [S6.8] */
export function toOrder(state: ModalState): Order | undefined {
  const { onramp } = state
  const connection = getConnection(state)
  if (!onramp || !connection || !isOnRampNamespace(connection.namespace)) return undefined
  const { selectedProvider: provider, purchaseCurrency, step, error, purchase } = onramp
  const amount = toPaymentAmount(onramp.paymentAmount)
  const isAgain = purchase !== undefined && (step === 'overdue' || (step === 'asking' && error !== undefined))
  const place = getPurchaseNetwork(state, purchaseCurrency)
  if (!provider || !place || amount === null || !(isAgain || canBuy(onramp))) return undefined
  const { namespace, accounts } = connection
  const { caipNetworkId } = place.network
  const { symbol } = purchaseCurrency
  const { address } = accounts[0]
  return {
    purchase: { provider, namespace, address, caipNetworkId, symbol, isBlocked: false, isWatched: false },
    offer: place.offer,
    amount,
    fiatCurrency: onramp.paymentCurrency.id,
  }
}
