import type { HistoryTransaction } from '../../api/blockchain/types.js'

export type TransactionMonth = {
  /** 0 is January, as in `Date`. */
  readonly month: number
  readonly transactions: readonly HistoryTransaction[]
}

export type TransactionYear = { readonly year: number; readonly months: readonly TransactionMonth[] }

/** Transactions by year and month of the visitor's own time, newest first. [S3.15] */
export function getTransactionsByYear(transactions: readonly HistoryTransaction[]): readonly TransactionYear[] {
  const timed = transactions
    .map((transaction) => ({ transaction, date: new Date(transaction.metadata.minedAt) }))
    .toSorted((a, b) => b.date.getTime() - a.date.getTime())
  return group(timed, ({ date }) => date.getFullYear()).map(([year, ofYear]) => ({
    year,
    months: group(ofYear, ({ date }) => date.getMonth()).map(([month, ofMonth]) => ({
      month,
      transactions: ofMonth.map(({ transaction }) => transaction),
    })),
  }))
}

/** Entries by key, in the order in which the keys first come. */
function group<entry>(
  entries: readonly entry[],
  toKey: (entry: entry) => number,
): readonly (readonly [key: number, entries: readonly entry[]])[] {
  const groups = new Map<number, entry[]>()
  for (const entry of entries) {
    const known = groups.get(toKey(entry))
    if (known) known.push(entry)
    else groups.set(toKey(entry), [entry])
  }
  return [...groups]
}
