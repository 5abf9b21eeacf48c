import type { HistoryTransaction } from '@latchkey/core'
import { getTransactionsByYear } from '@latchkey/core/controllers'

/** A heading for each month, the transactions of it below. */
export type ActivityLine =
  | { readonly kind: 'head'; readonly id: string; readonly date: Date }
  | { readonly kind: 'row'; readonly id: string; readonly transaction: HistoryTransaction }

export function toActivityLines(transactions: readonly HistoryTransaction[]): readonly ActivityLine[] {
  return getTransactionsByYear(transactions).flatMap(({ year, months }) =>
    months.flatMap(({ month, transactions: ofMonth }): readonly ActivityLine[] => [
      { kind: 'head', id: `${year}-${month}`, date: new Date(year, month) },
      ...ofMonth.map((transaction) => ({ kind: 'row', id: transaction.id, transaction }) as const),
    ]),
  )
}
