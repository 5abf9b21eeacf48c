import type { Modal } from '../../modal.js'
import { callBlockchain } from './callBlockchain.js'
import { decimal, may, need, type Parse, text } from './fields.js'
import type { MoneyAmount, OnRampQuote } from './types.js'

/** The amount is a decimal text in the payment currency. */
export type FetchOnRampQuoteRequest = {
  readonly purchaseCurrency: string
  readonly paymentCurrency: string
  readonly amount: string
  readonly network: string
  /** At whom, by name; whom the service chooses unless told. */
  readonly provider?: string | undefined
  readonly signal: AbortSignal
}

/** What an amount of money buys: `POST /v1/onramp/quote` [S7.19]. No amount in it is negative. */
export async function fetchOnRampQuote(
  modal: Modal,
  { signal, ...body }: FetchOnRampQuoteRequest,
): Promise<OnRampQuote> {
  const reply = await callBlockchain(modal, { path: '/v1/onramp/quote', body, signal })
  return {
    purchaseAmount: need(reply, 'purchaseAmount', money),
    paymentTotal: may(reply, 'paymentTotal', money),
    paymentSubtotal: may(reply, 'paymentSubtotal', money),
    networkFee: may(reply, 'networkFee', money),
    coinbaseFee: may(reply, 'coinbaseFee', money),
    providerFee: may(reply, 'providerFee', money),
    quoteId: may(reply, 'quoteId', text),
  }
}

const money: Parse<MoneyAmount> = (value) => {
  const amount = may(value, 'amount', decimal)
  return amount === undefined ? null : { amount, currency: may(value, 'currency', text) ?? '' }
}
