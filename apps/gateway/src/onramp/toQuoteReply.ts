import { randomUUID } from 'node:crypto'
import { formatUnits } from 'viem'
import type { PurchaseQuote, PurchaseTerms } from './quotePurchase.js'

/** A quote as it is told: decimal texts, and what they are of. */
export function toQuoteReply({ asset, currency }: PurchaseTerms, quote: PurchaseQuote): unknown {
  const { total, providerFee, networkFee, purchase } = quote
  const money = (hundredths: bigint): object => ({ amount: (Number(hundredths) / 100).toFixed(2), currency })
  return {
    quoteId: randomUUID(),
    purchaseAmount: { amount: formatUnits(purchase, asset.decimals), currency: asset.symbol },
    paymentTotal: money(total),
    paymentSubtotal: money(total - providerFee - networkFee),
    providerFee: money(providerFee),
    networkFee: money(networkFee),
  }
}
