import type { OnRampQuote } from '../../api/blockchain/types.js'

export type SampleQuoteRequest = {
  /** Decimal text in whole units of the payment currency. */
  readonly amount: string
  /** Ids or symbols. */
  readonly paymentCurrency: string
  readonly purchaseCurrency: string
}

/** One for one, without fees: how a quote looks, where nobody can be asked. It is never bought at. [S8.56] */
export function toSampleQuote({ amount, paymentCurrency, purchaseCurrency }: SampleQuoteRequest): OnRampQuote {
  const paid = { amount, currency: paymentCurrency }
  return {
    networkFee: { amount: '0', currency: paymentCurrency },
    paymentSubtotal: paid,
    paymentTotal: paid,
    purchaseAmount: { amount, currency: purchaseCurrency },
    quoteId: 'sample',
  }
}
