import { startPurchase } from '@latchkey/core/internal'

export type PurchaseParts = { readonly startPurchase: typeof startPurchase }

/** What buys: nothing can be bought before there is a quote. */
export const purchaseParts: PurchaseParts = { startPurchase }
